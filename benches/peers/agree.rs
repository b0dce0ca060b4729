//! Whether two libraries give the same answers, said aloud before they are timed.

#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    pub asked: u32,
    pub hits: u32,
    /// One hit, the other did not.
    pub one_sided: u32,
    /// Both hit, more than a millimetre apart.
    pub apart: u32,
}

/// Distances this close are the same, metres.
const SAME: f32 = 1e-3;

impl Agreement {
    pub fn add(&mut self, ours: Option<f32>, peer: Option<f32>) {
        self.asked += 1;
        self.hits += u32::from(ours.is_some());
        match (ours, peer) {
            (Some(a), Some(b)) => self.apart += u32::from((a - b).abs() > SAME),
            (None, None) => {}
            _ => self.one_sided += 1,
        }
    }

    pub fn share(&self) -> f64 {
        1.0 - f64::from(self.one_sided + self.apart) / f64::from(self.asked.max(1))
    }

    /// To the error stream: the table on the output stays plain.
    pub fn report(&self, work: &str, mesh: &str) {
        let warning = if self.share() < 0.999 {
            "  <-- below 99.9 %"
        } else {
            ""
        };
        eprintln!(
            "check: {work}, {mesh}: {} asked, {} hit, {:.3} % agree ({} hit one only, {} apart){warning}",
            self.asked,
            self.hits,
            100.0 * self.share(),
            self.one_sided,
            self.apart
        );
    }
}
