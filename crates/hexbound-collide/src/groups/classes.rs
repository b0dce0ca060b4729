//! Named classes of objects, and a table with the kind of test for each pair of classes (OgreOpcode's
//! collision classes and types). The objects themselves are in [`super`].

/// The number of bits of a [`ClassSet`].
const MAX_CLASSES: usize = 64;

/// A class of objects. It belongs to the [`Classes`] that named it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "u8")
)]
pub struct Class(u8);

/// The kind of test for two objects, by their classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Response {
    /// The two are never tested (OgreOpcode's `IGNORE`).
    #[default]
    Ignore,
    /// The boxes of the two along the world's axes are tested: coarse and fast.
    Bounds,
    /// The triangles of the two are tested until the first pair that touches (`QUICK`).
    First,
    /// The triangles of the two are tested, and all pairs that touch are found (`CONTACT`).
    All,
}

/// A set of classes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ClassSet(u64);

impl ClassSet {
    /// The set of all classes.
    pub const ALL: ClassSet = ClassSet(u64::MAX);

    /// Returns whether the class is in the set.
    pub fn contains(self, class: Class) -> bool {
        self.0 >> class.0 & 1 == 1
    }
}

impl FromIterator<Class> for ClassSet {
    fn from_iter<I: IntoIterator<Item = Class>>(classes: I) -> Self {
        let bits = classes.into_iter().map(|class| 1 << class.0);
        ClassSet(bits.fold(0, |all, bit: u64| all | bit))
    }
}

/// Named classes, and the kind of test for each pair of them, which is [`Response::Ignore`] by default.
#[derive(Clone, Debug, Default, PartialEq)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(try_from = "stored::Classes")
)]
pub struct Classes {
    names: Vec<String>,
    /// A row for each class, with the responses to this class and those before it: the table is
    /// symmetric.
    table: Vec<Vec<Response>>,
}

impl Classes {
    /// Returns the class named `name`, and creates it if necessary; `None` for a 65th class.
    pub fn intern(&mut self, name: &str) -> Option<Class> {
        self.find(name).or_else(|| {
            let index = self.names.len();
            (index < MAX_CLASSES).then(|| {
                self.names.push(name.to_owned());
                self.table.push(vec![Response::Ignore; index + 1]);
                Class(index as u8)
            })
        })
    }

    /// Returns the class named `name`, if there is one.
    pub fn find(&self, name: &str) -> Option<Class> {
        let index = self.names.iter().position(|known| known == name)?;
        Some(Class(index as u8))
    }

    /// The name of a class; empty for a class of other `Classes`.
    pub fn name(&self, class: Class) -> &str {
        self.names.get(usize::from(class.0)).map_or("", |name| name)
    }

    /// The names of the classes, in the order of their creation.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Sets the kind of test for objects of two classes, or of one. A class of other `Classes` is
    /// ignored.
    pub fn set(&mut self, one: Class, other: Class, response: Response) {
        let (row, column) = cell(one, other);
        if let Some(entry) = self.table.get_mut(row).and_then(|row| row.get_mut(column)) {
            *entry = response;
        }
    }

    /// Returns the classes whose objects are tested with those of `class` in any way.
    pub fn tested_with(&self, class: Class) -> ClassSet {
        let all = (0..self.names.len()).map(|index| Class(index as u8));
        all.filter(|other| self.response(class, *other) != Response::Ignore)
            .collect()
    }

    /// The kind of test for objects of two classes; [`Response::Ignore`] for a class of other
    /// `Classes`.
    pub fn response(&self, one: Class, other: Class) -> Response {
        let (row, column) = cell(one, other);
        let entry = self.table.get(row).and_then(|row| row.get(column));
        entry.copied().unwrap_or_default()
    }
}

/// Returns the row and the column of two classes in the table.
fn cell(one: Class, other: Class) -> (usize, usize) {
    let (one, other) = (usize::from(one.0), usize::from(other.0));
    (one.max(other), one.min(other))
}

/// Classes from a file, before validation.
#[cfg(feature = "serde")]
mod stored {
    use super::{MAX_CLASSES, Response};

    #[derive(serde::Deserialize)]
    pub struct Classes {
        names: Vec<String>,
        table: Vec<Vec<Response>>,
    }

    impl TryFrom<Classes> for super::Classes {
        type Error = &'static str;

        fn try_from(Classes { names, table }: Classes) -> Result<Self, Self::Error> {
            let is_triangle = (table.iter().enumerate()).all(|(row, line)| line.len() == row + 1);
            let is_repeated = |(index, name)| names[..index].contains(name);
            if names.len() > MAX_CLASSES {
                Err("there are more than 64 classes")
            } else if table.len() != names.len() || !is_triangle {
                Err("the table of responses does not fit the names of the classes")
            } else if names.iter().enumerate().any(is_repeated) {
                Err("two classes have one name")
            } else {
                Ok(Self { names, table })
            }
        }
    }

    impl TryFrom<u8> for super::Class {
        type Error = &'static str;

        fn try_from(index: u8) -> Result<Self, Self::Error> {
            match usize::from(index) < MAX_CLASSES {
                true => Ok(Self(index)),
                false => Err("the number of a class is below 64"),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_65th_class_is_refused() {
        let mut classes = Classes::default();
        for index in 0..MAX_CLASSES {
            assert!(classes.intern(&index.to_string()).is_some());
        }
        assert_eq!(classes.intern("one more"), None);
        let last = classes.intern("63").unwrap();
        assert_eq!((classes.name(last), classes.find("63")), ("63", Some(last)));
        assert!(ClassSet::ALL.contains(last) && !ClassSet::default().contains(last));
        let only: ClassSet = [last].into_iter().collect();
        assert!(only.contains(last) && !only.contains(classes.find("0").unwrap()));
        classes.set(last, Class(3), Response::All);
        assert_eq!(classes.response(Class(3), last), Response::All);
        assert_eq!(classes.tested_with(last), [Class(3)].into_iter().collect());
        assert_eq!(classes.tested_with(Class(5)), ClassSet::default());
    }
}
