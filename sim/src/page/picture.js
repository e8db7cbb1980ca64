// Draws a run. Moments are placed in order and not to scale, because a run has pauses of days.

const moments = run.moments.map(([n, at, lane, kind, text, more, of], index) => ({
  index, n, at, lane, kind: run.kinds[kind], text: run.texts[text], more: run.texts[more], of,
}));
const answers = new Map();
for (const moment of moments) {
  if (moment.of !== null) answers.set(moment.of, [...(answers.get(moment.of) ?? []), moment]);
}
const isFault = (moment) => moment.kind === "fault" || moment.kind === "violated";
const LEFT = 90, ROW = 26, WIDTH = 1400, CELLS = 160, MOST_MARKS = 500;

let now = run.violation ? run.violation.moment : 0;
let span = Math.min(120, moments.length);
let wanted = "";

function clock(ms) {
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const days = Math.floor(ms / 86400000);
  const time = `${two(ms / 3600000 % 24)}:${two(ms / 60000 % 60)}:${two(ms / 1000 % 60)}.${String(ms % 1000).padStart(3, "0")}`;
  return days ? `${days} d ${time}` : time;
}

const matches = (moment) =>
  !wanted || moment.text.toLowerCase().includes(wanted) || moment.more.toLowerCase().includes(wanted);

// The parts of the page.
const range = element("input", { type: "range", min: 0, max: moments.length - 1, "aria-label": "moment" });
const when = element("span", { class: "mono" });
const zoom = element("select", { "aria-label": "zoom" });
for (const size of [40, 120, 400, 2000, moments.length].filter((size, at, all) => size <= moments.length && all.indexOf(size) === at)) {
  zoom.append(element("option", { value: size }, size === moments.length ? "the whole run" : `${size} moments`));
}
if (span < 120) zoom.value = span;
const filter = element("input", { type: "search", placeholder: "find a name, an id, a word" });
const overview = shape("svg", { viewBox: `0 0 ${WIDTH} 24`, height: 24, role: "img", "aria-label": "the whole run" });
const drawing = shape("svg", { viewBox: `0 0 ${WIDTH} ${run.lanes.length * ROW + 30}` });
const details = element("section", { id: "details" });
const stood = element("section", { id: "stood" });
const chosen = element("select", { "aria-label": "a table, a member, a party or a duel" });
const stoodText = element("div", { class: "mono" });
run.things.forEach((thing, at) => chosen.append(element("option", { value: at }, thing.name)));

function button(words, act) {
  const made = element("button", { type: "button" }, words);
  made.addEventListener("click", act);
  return made;
}

function go(to, size = span) {
  now = Math.max(0, Math.min(moments.length - 1, to));
  span = size;
  draw();
}

function jump(way, holds) {
  for (let at = now + way; at >= 0 && at < moments.length; at += way) {
    if (holds(moments[at])) return go(at);
  }
}

function firstShown() {
  return Math.max(0, Math.min(moments.length - span, now - Math.floor(span * 2 / 3)));
}

function drawOverview() {
  overview.replaceChildren();
  const x = (index) => index / moments.length * WIDTH;
  overview.append(shape("rect", { x: 0, y: 8, width: WIDTH, height: 8, fill: "var(--line)" }));
  overview.append(shape("rect", { x: x(firstShown()), y: 4, width: Math.max(3, x(span)), height: 16, fill: "#1565c055" }));
  for (const moment of moments.filter(isFault)) {
    const bad = moment.kind === "violated";
    overview.append(shape("rect", { x: x(moment.index), y: bad ? 0 : 5, width: bad ? 4 : 2, height: bad ? 24 : 14, class: moment.kind }));
  }
}

function mark(moment, x, y) {
  const bad = moment.kind === "violated";
  const size = bad ? 9 : isFault(moment) ? 6 : 4;
  const made = isFault(moment)
    ? shape("path", { d: `M${x} ${y - size}L${x + size} ${y + size}L${x - size} ${y + size}Z` })
    : shape("circle", { cx: x, cy: y, r: size });
  made.setAttribute("class", `mark ${moment.kind}${matches(moment) ? "" : " dim"}`);
  made.setAttribute("tabindex", "0");
  made.append(shape("title", {}, `step ${moment.n}: ${moment.text}`));
  made.addEventListener("pointerenter", () => show(moment));
  made.addEventListener("focus", () => show(moment));
  made.addEventListener("click", () => go(moment.index));
  made.addEventListener("keydown", (event) => { if (event.key === "Enter") go(moment.index); });
  return made;
}

function drawLanes() {
  drawing.replaceChildren();
  const from = firstShown(), shown = moments.slice(from, from + span);
  const x = (index) => LEFT + (index - from + 0.5) / span * (WIDTH - LEFT - 10);
  const y = (lane) => lane * ROW + 14;
  const bottom = run.lanes.length * ROW;
  run.lanes.forEach((name, lane) => {
    drawing.append(shape("text", { x: 0, y: y(lane) + 4 }, name));
    drawing.append(shape("line", { x1: LEFT, x2: WIDTH, y1: y(lane), y2: y(lane), class: "lane" }));
  });
  for (let at = 0; at < 8; at += 1) {
    const moment = shown[Math.floor(at / 8 * shown.length)];
    if (moment) drawing.append(shape("text", { x: x(moment.index), y: bottom + 22 }, `${clock(moment.at)} #${moment.n}`));
  }
  drawing.append(shape("line", { x1: x(now), x2: x(now), y1: 0, y2: bottom, class: "now" }));
  if (span > MOST_MARKS) {
    drawCells(shown, x, y);
  } else {
    for (const moment of shown.filter((moment) => moment.of !== null && moment.of >= from)) {
      const asked = moments[moment.of];
      drawing.append(shape("line", { x1: x(asked.index), y1: y(asked.lane), x2: x(moment.index), y2: y(moment.lane), class: "link" }));
    }
  }
  for (const moment of shown) {
    if (span <= MOST_MARKS || isFault(moment)) drawing.append(mark(moment, x(moment.index), y(moment.lane)));
  }
}

// Too many moments for single marks: the shade shows their number, faults keep their marks.
function drawCells(shown, x, y) {
  const cells = new Map();
  const size = Math.ceil(shown.length / CELLS);
  for (const moment of shown.filter(matches)) {
    const key = `${moment.lane} ${Math.floor((moment.index - shown[0].index) / size)}`;
    const cell = cells.get(key) ?? { first: moment, count: 0 };
    cell.count += 1;
    cells.set(key, cell);
  }
  for (const { first, count } of cells.values()) {
    const cell = shape("rect", {
      x: x(first.index), y: y(first.lane) - 8, width: (WIDTH - LEFT) / CELLS - 1, height: 16, tabindex: 0,
      class: "mark", opacity: 0.15 + 0.85 * Math.min(1, count / size),
    });
    cell.append(shape("title", {}, `${count} moments from ${clock(first.at)}`));
    cell.addEventListener("click", () => { zoom.selectedIndex = Math.min(1, zoom.options.length - 1); go(first.index, Number(zoom.value)); });
    drawing.append(cell);
  }
}

function line(moment, open) {
  const took = moment.of === null ? "" : ` (after ${clock(moment.at - moments[moment.of].at)})`;
  const words = `${clock(moment.at)}  ${run.lanes[moment.lane]}  ${moment.kind}${took}: ${moment.text}`;
  if (!moment.more) return element("div", { class: isFault(moment) ? "mono fault" : "mono" }, words);
  const made = element("details", { class: "mono" }, element("summary", isFault(moment) ? { class: "fault" } : {}, words));
  made.append(element("pre", {}, moment.more));
  made.open = open;
  return made;
}

function show(moment) {
  details.replaceChildren(element("h2", {}, `Step ${moment.n} of the story`), line(moment, true));
  const asked = moment.of === null ? [] : [moments[moment.of]];
  const around = [...asked, ...(answers.get(moment.of ?? moment.index) ?? [])].filter((other) => other !== moment);
  if (around.length) details.append(element("h2", {}, "The request and its result"), ...around.map((other) => line(other, true)));
  const step = moments.filter((other) => other.n === moment.n && other !== moment && !around.includes(other));
  if (step.length) details.append(element("h2", {}, "Other moments of this step"), ...step.slice(0, 200).map((other) => line(other, false)));
}

// The state of a thing at the moment. Lines of the last change are marked.
function showThing() {
  stoodText.replaceChildren();
  const thing = run.things[Number(chosen.value)];
  if (!thing) return;
  const until = thing.was.filter(([moment]) => moment <= now);
  if (!until.length) return stoodText.append("It did not exist yet.");
  const [moment, lines] = until[until.length - 1];
  const before = until.length > 1 ? until[until.length - 2][1] : [];
  const which = element("div", {}, `Since ${clock(moments[moment].at)}, step ${moments[moment].n}; change ${until.length} of ${thing.was.length}. `);
  which.append(button("the change", () => go(moment)));
  const next = thing.was[until.length];
  if (next) which.append(button("the next change", () => go(next[0])));
  stoodText.append(which);
  for (const text of lines) {
    stoodText.append(element("div", before.length && !before.includes(text) ? { class: "changed" } : {}, run.texts[text]));
  }
}

function draw() {
  range.value = now;
  when.textContent = `${clock(moments[now].at)}, step ${moments[now].n}`;
  drawOverview();
  drawLanes();
  show(moments[now]);
  showThing();
}

range.addEventListener("input", () => go(Number(range.value)));
zoom.addEventListener("change", () => go(now, Number(zoom.value)));
chosen.addEventListener("change", showThing);
filter.addEventListener("input", () => { wanted = filter.value.toLowerCase(); draw(); });
overview.addEventListener("click", (event) => {
  const box = overview.getBoundingClientRect();
  go(Math.floor((event.clientX - box.left) / box.width * moments.length));
});

if (run.violation) {
  const violation = element("div", { class: "violation" }, element("strong", {}, run.violation.rule));
  violation.append(element("pre", {}, run.violation.seen), button("go to the violation", () => go(run.violation.moment)));
  page.append(violation);
}
page.append(
  element("div", { class: "mono" }, run.about),
  element("div", { class: "bar" }, button("◀", () => go(now - 1)), range, button("▶", () => go(now + 1)), when),
  element("div", { class: "bar" }, zoom, filter,
    button("previous match", () => jump(-1, matches)), button("next match", () => jump(1, matches)),
    button("previous fault", () => jump(-1, isFault)), button("next fault", () => jump(1, isFault))),
  overview, drawing,
);
stood.append(element("h2", {}, "State"), chosen, stoodText);
page.append(element("div", { class: "columns" }, details, stood));
// The thing that the violation names, otherwise the one that changed last.
const spoken = run.things.findIndex((thing) => run.violation && run.violation.seen.includes(thing.id));
const last = run.things.reduce((best, thing, at) => (thing.was.at(-1)[0] > run.things[best].was.at(-1)[0] ? at : best), 0);
if (run.things.length) chosen.value = spoken >= 0 ? spoken : last;
zoom.value = span;
if (moments.length) draw();
else page.append("Nothing was recorded.");
