//! Recordings: reading, writing, refusing.
