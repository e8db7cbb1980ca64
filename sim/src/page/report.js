// The bars have a logarithmic scale.
function bars(rows) {
  const most = Math.max(1, ...rows.map(([, count]) => Math.log10(count + 1)));
  const drawing = shape("svg", { viewBox: `0 0 1200 ${rows.length * 18 + 4}` });
  rows.forEach(([name, count], at) => {
    const y = at * 18 + 13;
    drawing.append(shape("text", { x: 0, y }, name));
    const width = Math.log10(count + 1) / most * 560;
    drawing.append(shape("rect", { x: 520, y: y - 10, width, height: 12, class: "bar-fill" }));
    drawing.append(shape("text", { x: 526 + width, y }, count.toLocaleString("en")));
  });
  return drawing;
}

// A histogram of the seeds in twenty bins.
function histogram(values) {
  const low = Math.min(...values), high = Math.max(...values), bins = new Array(20).fill(0);
  for (const value of values) bins[Math.min(19, Math.floor((value - low) / (high - low || 1) * 20))] += 1;
  const most = Math.max(...bins), drawing = shape("svg", { viewBox: "0 0 1200 130" });
  bins.forEach((count, at) => {
    const height = count / most * 90;
    const bin = shape("rect", { x: at * 60 + 2, y: 100 - height, width: 56, height, class: "bar-fill" });
    bin.append(shape("title", {}, `${count} seeds`));
    drawing.append(bin);
    if (count) drawing.append(shape("text", { x: at * 60 + 4, y: 96 - height }, String(count)));
  });
  drawing.append(shape("text", { x: 2, y: 118 }, low.toLocaleString("en")));
  drawing.append(shape("text", { x: 1198, y: 118, "text-anchor": "end" }, high.toLocaleString("en")));
  return drawing;
}

function draw(level) {
  page.append(element("h2", {}, level.name));
  const facts = element("table");
  for (const [name, value] of level.facts) facts.append(element("tr", {}, element("th", {}, name), element("td", { class: "number" }, value)));
  page.append(facts);
  for (const [seed, rule, seen, rerun] of level.failures) {
    page.append(element("div", { class: "violation" }, element("strong", {}, `seed ${seed}: ${rule}`), element("pre", {}, seen), element("pre", {}, rerun)));
  }
  page.append(element("h2", level.never.length ? { class: "fault" } : {}, `Expected events that never happened: ${level.never.length}`));
  for (const name of level.never) page.append(element("div", { class: "mono" }, name));
  for (const [name, values] of level.spread) {
    if (values.length > 1) page.append(element("h2", {}, `${name}, by how many seeds`), histogram(values));
  }
  for (const [name, rows] of level.groups) {
    page.append(element("h2", {}, `${name}: ${rows.length} kinds`), bars(rows));
  }
}

run.levels.forEach(draw);
page.append(element("h2", {}, `Stories of earlier violations: ${run.kept.length}`));
for (const name of run.kept) page.append(element("div", { class: "mono" }, name));
