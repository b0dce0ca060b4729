//! Figures, and the entries behind them.

/// A large struct, function or file, with its size.
pub(crate) struct Large {
    pub(crate) size: usize,
    pub(crate) name: String,
}

/// A figure with its name in `limits.toml`.
pub(crate) type Figure = (&'static str, usize);

impl Large {
    pub(crate) fn copied(&self) -> Self {
        Self {
            size: self.size,
            name: self.name.clone(),
        }
    }

    pub(crate) fn one(name: &str) -> Self {
        Self {
            size: 1,
            name: name.to_owned(),
        }
    }
}
