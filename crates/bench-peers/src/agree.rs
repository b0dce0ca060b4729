//! The check that two libraries agree, whose result is printed before they are timed.

#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    pub queries: u32,
    pub hits: u32,
    /// The cases in which only one has a hit.
    pub one_sided: u32,
    /// The cases with two hits more than a millimeter apart.
    pub apart: u32,
    /// The differing cases in which the double-precision reference confirms our answer.
    pub ours_right: u32,
    /// The differing cases in which the reference confirms the peer's answer.
    pub peer_right: u32,
}

/// The distance below which two answers are equal, meters.
const SAME_DISTANCE: f32 = 1e-3;

/// The least share of our correct answers.
pub const SOUND: f64 = 0.999;

impl Agreement {
    pub fn add(&mut self, ours: Option<f32>, peer: Option<f32>) {
        self.queries += 1;
        self.hits += u32::from(ours.is_some());
        if !same(ours, peer) {
            let both = ours.is_some() && peer.is_some();
            *(if both {
                &mut self.apart
            } else {
                &mut self.one_sided
            }) += 1;
        }
    }

    /// Queries both libraries. The judge decides about their differences.
    pub fn of<Q>(
        queries: &[Q],
        mut ours: impl FnMut(&Q) -> Option<f32>,
        mut peer: impl FnMut(&Q) -> Option<f32>,
        judge: impl Fn(&Q) -> Option<f32>,
    ) -> Self {
        let mut agreement = Self::default();
        for it in queries {
            agreement.judged(ours(it), peer(it), || judge(it));
        }
        agreement
    }

    /// Adds an answer as `add` does. If the two differ, `judge` returns the true distance.
    fn judged(
        &mut self,
        ours: Option<f32>,
        peer: Option<f32>,
        judge: impl FnOnce() -> Option<f32>,
    ) {
        self.add(ours, peer);
        if !same(ours, peer) {
            let truth = judge();
            self.ours_right += u32::from(same(ours, truth));
            self.peer_right += u32::from(same(peer, truth));
        }
    }

    pub fn share(&self) -> f64 {
        1.0 - f64::from(self.one_sided + self.apart) / f64::from(self.queries.max(1))
    }

    /// The share of our answers that agree, or that the judge confirms.
    pub fn sound(&self) -> f64 {
        self.share() + f64::from(self.ours_right) / f64::from(self.queries.max(1))
    }

    /// Prints the result to the error stream, to keep the table on the output clean.
    pub fn report(&self, work: &str, mesh: &str) {
        let warning = match (self.sound() >= SOUND, self.share() >= SOUND) {
            (false, _) => "  <-- below 99.9 %",
            (_, false) => "  (the peer's below 99.9 %)",
            _ => "",
        };
        eprintln!(
            "check: {work}, {mesh}: {} asked, {} hit, {:.3} % agree ({} hit one only, {} apart; judged right: {} of ours, {} of the peer's){warning}",
            self.queries,
            self.hits,
            100.0 * self.share(),
            self.one_sided,
            self.apart,
            self.ours_right,
            self.peer_right
        );
    }
}

fn same(a: Option<f32>, b: Option<f32>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= SAME_DISTANCE,
        (None, None) => true,
        _ => false,
    }
}
