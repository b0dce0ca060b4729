//! A check that two libraries give the same answers, said aloud before they are timed.

#[derive(Clone, Copy, Debug, Default)]
pub struct Agreement {
    pub asked: u32,
    pub hits: u32,
    /// One hit, the other did not.
    pub one_sided: u32,
    /// Both hit, more than a millimeter apart.
    pub apart: u32,
    /// The cases that differ, by whom the judge in double precision bears out.
    pub ours_right: u32,
    pub peer_right: u32,
}

/// Distances this close are the same, meters.
const SAME: f32 = 1e-3;

/// Ours must be right at least this often.
pub const SOUND: f64 = 0.999;

impl Agreement {
    pub fn add(&mut self, ours: Option<f32>, peer: Option<f32>) {
        self.asked += 1;
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

    /// Asks both everything; where they differ, the judge answers too.
    pub fn of<Q>(
        questions: &[Q],
        mut ours: impl FnMut(&Q) -> Option<f32>,
        mut peer: impl FnMut(&Q) -> Option<f32>,
        judge: impl Fn(&Q) -> Option<f32>,
    ) -> Self {
        let mut agreement = Self::default();
        for it in questions {
            agreement.judged(ours(it), peer(it), || judge(it));
        }
        agreement
    }

    /// Adds an answer as `add` does; where the two differ, `judge` says how far it really is.
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
        1.0 - f64::from(self.one_sided + self.apart) / f64::from(self.asked.max(1))
    }

    /// The part of the answers that agree, or that the judge bears out.
    pub fn sound(&self) -> f64 {
        self.share() + f64::from(self.ours_right) / f64::from(self.asked.max(1))
    }

    /// Prints to the error stream, so that the table on the output stays plain.
    pub fn report(&self, work: &str, mesh: &str) {
        let warning = match (self.sound() >= SOUND, self.share() >= SOUND) {
            (false, _) => "  <-- below 99.9 %",
            (_, false) => "  (the peer's below 99.9 %)",
            _ => "",
        };
        eprintln!(
            "check: {work}, {mesh}: {} asked, {} hit, {:.3} % agree ({} hit one only, {} apart; judged right: {} of ours, {} of the peer's){warning}",
            self.asked,
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
        (Some(a), Some(b)) => (a - b).abs() <= SAME,
        (None, None) => true,
        _ => false,
    }
}
