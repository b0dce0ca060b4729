//! From window events to commands. No window is opened here.
