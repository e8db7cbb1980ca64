//! A run of a cluster as a picture: a lane for etcd and each node, with who leads in which term, what has failed, what was
//! forwarded, and the commits that each node has.

use super::shared::NODES;
use std::fmt::Write;
use std::time::Duration;

/// Sizes in pixels.
const WIDTH: f64 = 1200.0;
const LEFT: f64 = 76.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 44.0;
const LANE: f64 = 66.0;
const BAR: f64 = 22.0;
/// The lowest part of a lane shows commits.
const CURVE: f64 = 26.0;

const STYLE: &str = "text{font:12px system-ui,sans-serif;fill:#1f2933}.small{font-size:10px;fill:#52606d}.up{fill:#9fb3c8}.leads{fill:#2e7d32}\
.starts{fill:#dbe2ea}.paused{fill:#d9822b}.off{fill:#d64545}.cut{fill:#d64545}.head{fill:none;stroke:#3e6fb0;stroke-width:1.5}\
.sent{stroke:#3e6fb0;stroke-width:1}.line{stroke:#cbd2d9}.term{fill:#fff;font-size:11px}\
@media(prefers-color-scheme:dark){text{fill:#e4e7eb}.small{fill:#9aa5b1}.starts{fill:#3e4c59}.up{fill:#627d98}.head,.sent{stroke:#84b6f4}.line{stroke:#3e4c59}\
.leads{fill:#3f9142}.term{fill:#fff}}";

/// What a node, or etcd, does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Doing {
    /// Its process does not run, or its power is off.
    Off,
    Starts,
    Paused,
    Up,
    /// It leads, in this term.
    Leads(u64),
}

/// A node at a moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Sample {
    pub(super) doing: Doing,
    /// Whether it does not reach etcd.
    pub(super) is_cut: bool,
    /// Its newest commit.
    pub(super) head: u64,
}

impl Sample {
    const fn class(&self) -> &'static str {
        match self.doing {
            Doing::Off => "off",
            Doing::Starts => "starts",
            Doing::Paused => "paused",
            Doing::Up => "up",
            Doing::Leads(_) => "leads",
        }
    }

    const fn term(&self) -> Option<u64> {
        if let Doing::Leads(term) = self.doing { Some(term) } else { None }
    }
}

/// A sample with the time of its beginning and that of its end.
type Span = (Duration, Duration, Sample);

/// The name of a fault, with its place.
struct FaultName {
    row: usize,
    x: f64,
    /// Whether it stands before its mark.
    is_late: bool,
    what: &'static str,
}

/// What a picture shows of a run.
#[derive(Clone, Default, Debug)]
pub struct Timeline {
    /// The samples of each node, and of etcd as the last, when they changed.
    lanes: [Vec<(Duration, Sample)>; NODES + 1],
    faults: Vec<(Duration, &'static str)>,
    /// The nodes that forwarded a request.
    forwarded: Vec<(Duration, usize)>,
    end: Duration,
}

impl Timeline {
    pub(super) fn sample(&mut self, lane: usize, now: Duration, sample: Sample) {
        self.end = now;
        if self.lanes[lane].last().is_none_or(|(_, last)| *last != sample) {
            self.lanes[lane].push((now, sample));
        }
    }

    pub(super) fn fault(&mut self, now: Duration, what: &'static str) {
        self.faults.push((now, what));
    }

    pub(super) fn forwarded(&mut self, now: Duration, node: usize) {
        self.forwarded.push((now, node));
    }

    /// The picture, as SVG.
    pub fn to_svg(&self, title: &str) -> String {
        let drawing = Drawing { timeline: self, highest: self.heads().max().unwrap_or(0).max(1) };
        let height = TOP + LANE * (NODES + 1) as f64 + drawing.faults_height() + 34.0;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" role=\"img\" aria-label=\"{title}\">\n\
             <style>{STYLE}</style>\n<text x=\"{LEFT}\" y=\"18\">{title}</text>\n"
        );
        drawing.legend(&mut out);
        (0..=NODES).for_each(|lane| drawing.lane(&mut out, lane));
        drawing.faults(&mut out);
        drawing.axis(&mut out, height);
        out + "</svg>\n"
    }

    fn heads(&self) -> impl Iterator<Item = u64> {
        self.lanes.iter().flatten().map(|(_, sample)| sample.head)
    }
}

struct Drawing<'a> {
    timeline: &'a Timeline,
    highest: u64,
}

impl Drawing<'_> {
    fn x(&self, at: Duration) -> f64 {
        LEFT + (WIDTH - LEFT - RIGHT) * at.as_secs_f64() / self.timeline.end.as_secs_f64().max(0.001)
    }

    /// Etcd is the highest lane.
    fn y(lane: usize) -> f64 {
        TOP + LANE * ((lane + 1) % (NODES + 1)) as f64
    }

    fn legend(&self, out: &mut String) {
        let words = [
            ("leads", "leads, with its term"),
            ("up", "follows"),
            ("starts", "starts"),
            ("paused", "paused"),
            ("off", "down"),
        ];
        let mut x = LEFT + 500.0;
        for (class, word) in words {
            draw(
                out,
                format_args!(
                    "<rect class=\"{class}\" x=\"{x}\" y=\"9\" width=\"11\" height=\"11\"/><text class=\"small\" x=\"{}\" y=\"18\">{word}</text>",
                    x + 15.0
                ),
            );
            x += 30.0 + 6.2 * word.len() as f64;
        }
    }

    fn lane(&self, out: &mut String, lane: usize) {
        let top = Self::y(lane);
        let name = if lane == NODES { "etcd".to_owned() } else { format!("node {lane}") };
        draw(out, format_args!("<text x=\"8\" y=\"{}\">{name}</text>", top + 15.0));
        let spans = self.spans(lane);
        for run in spans.chunk_by(|(.., one), (.., next)| one.class() == next.class()) {
            let (x, width) = self.extent(run);
            let class = run[0].2.class();
            draw(
                out,
                format_args!(
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{top}\" width=\"{width:.1}\" height=\"{BAR}\"/>"
                ),
            );
            // The first commit of a term is written a moment after its leader is known. A short bar has no room for its number.
            let term = run.iter().filter_map(|(.., sample)| sample.term()).max();
            if let Some(term) = term.filter(|term| width > 4.0 + 7.0 * term.to_string().len() as f64) {
                draw(out, format_args!("<text class=\"term\" x=\"{:.1}\" y=\"{}\">{term}</text>", x + 3.0, top + 15.0));
            }
        }
        for run in spans.chunk_by(|(.., one), (.., next)| one.is_cut == next.is_cut).filter(|run| run[0].2.is_cut) {
            let (x, width) = self.extent(run);
            draw(
                out,
                format_args!(
                    "<rect class=\"cut\" x=\"{x:.1}\" y=\"{}\" width=\"{width:.1}\" height=\"3\"/>",
                    top - 5.0
                ),
            );
        }
        if lane < NODES {
            let curve: String = spans.iter().map(|span| self.heads_of(span, top)).collect();
            draw(out, format_args!("<polyline class=\"head\" points=\"{}\"/>", curve.trim_end()));
        }
        for (at, _) in self.timeline.forwarded.iter().filter(|(_, node)| *node == lane) {
            let (x, y) = (self.x(*at), top + BAR);
            draw(out, format_args!("<path class=\"sent\" d=\"M{x:.1} {y}v5\"/>"));
        }
    }

    /// Each sample with its time and its end.
    fn spans(&self, lane: usize) -> Vec<Span> {
        let samples = &self.timeline.lanes[lane];
        let ends = samples.iter().skip(1).map(|(at, _)| *at).chain([self.timeline.end]);
        samples.iter().zip(ends).map(|((at, sample), end)| (*at, end, *sample)).collect()
    }

    /// Where spans begin, and how wide they are.
    fn extent(&self, run: &[Span]) -> (f64, f64) {
        let x = self.x(run[0].0);
        (x, self.x(run[run.len() - 1].1) - x)
    }

    /// The points of the curve of commits.
    fn heads_of(&self, (at, end, sample): &Span, top: f64) -> String {
        let y = top + BAR + 4.0 + CURVE * (1.0 - sample.head as f64 / self.highest as f64);
        format!("{:.1},{y:.1} {:.1},{y:.1} ", self.x(*at), self.x(*end))
    }

    /// The rows of the faults' names: each name stands in the first row in which it has room. Names at the right end stand
    /// before their mark.
    fn rows(&self) -> Vec<FaultName> {
        let mut ends: Vec<f64> = Vec::new();
        let mut placed = Vec::new();
        for (at, what) in &self.timeline.faults {
            let (x, width) = (self.x(*at), 14.0 + 5.4 * what.len() as f64);
            let is_late = x + width > WIDTH;
            let (from, to) = if is_late { (x - width, x + 8.0) } else { (x - 4.0, x + width) };
            let row = ends.iter().position(|end| *end < from).unwrap_or(ends.len());
            ends.resize(ends.len().max(row + 1), 0.0);
            ends[row] = to;
            placed.push(FaultName { row, x, is_late, what });
        }
        placed
    }

    fn faults_height(&self) -> f64 {
        13.0 * self.rows().iter().map(|name| name.row + 1).max().unwrap_or(0) as f64
    }

    fn faults(&self, out: &mut String) {
        let top = TOP + LANE * (NODES + 1) as f64;
        for FaultName { row, x, is_late, what } in self.rows() {
            let y = top + 13.0 * row as f64 + 6.0;
            let (from, anchor) = if is_late { (x - 7.0, "end") } else { (x + 7.0, "start") };
            draw(
                out,
                format_args!(
                    "<circle class=\"off\" cx=\"{x:.1}\" cy=\"{y}\" r=\"3.5\"/><text class=\"small\" text-anchor=\"{anchor}\" x=\"{from:.1}\" y=\"{}\">{what}</text>",
                    y + 3.5
                ),
            );
        }
    }

    fn axis(&self, out: &mut String, height: f64) {
        let seconds = self.timeline.end.as_secs();
        let step = (seconds / 10).max(1);
        draw(out, format_args!("<path class=\"line\" d=\"M{LEFT} {}H{}\"/>", height - 26.0, WIDTH - RIGHT));
        for second in (0..=seconds).step_by(step as usize) {
            let x = self.x(Duration::from_secs(second));
            draw(out, format_args!("<text class=\"small\" x=\"{x:.1}\" y=\"{}\">{second} s</text>", height - 12.0));
        }
    }
}

fn draw(out: &mut String, element: std::fmt::Arguments<'_>) {
    let _ = writeln!(out, "{element}");
}
