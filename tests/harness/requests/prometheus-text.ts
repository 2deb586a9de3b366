/** A metric family: its type and the value of each series, keyed by the series' text. */
export type Family = { type: string; help: string; series: Map<string, number> };

const metricName = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const label = '[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"';
const sampleLine = new RegExp(
  `^(${metricName})(\\{${label}(?:,${label})*\\})? ([-+]?(?:[0-9.]+(?:e[-+]?[0-9]+)?|Inf)|NaN)$`,
);
const suffixes: { [type: string]: string[] } = {
  histogram: ["_bucket", "_sum", "_count"],
  counter: [""],
  gauge: [""],
};

/**
 * Parses Prometheus's text format and throws at the first invalid line: HELP and TYPE must come
 * once and before samples, a family's samples together, no series twice, counters must end in
 * _total, and buckets must only grow.
 */
export function parsePrometheus(text: string): Map<string, Family> {
  if (!text.endsWith("\n")) throw new Error("The last line does not end.");
  const families = new Map<string, Family>();
  let current: { name: string; family: Family } | undefined;
  let help: { name: string; text: string } | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    const [, kind, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.*)$/.exec(line) ?? [];
    if (kind === "HELP") {
      help = { name, text: rest };
      if (families.has(name)) throw new Error(`HELP twice: ${line}`);
    } else if (kind === "TYPE") {
      if (help?.name !== name || families.has(name) || !suffixes[rest])
        throw new Error(`TYPE out of place: ${line}`);
      if (rest === "counter" && !name.endsWith("_total"))
        throw new Error(`A counter without _total: ${line}`);
      current = { name, family: { type: rest, help: help.text, series: new Map() } };
      families.set(name, current.family);
    } else addSample(line, current);
  }
  for (const [name, family] of families) checkFamily(name, family);
  return families;
}

function addSample(line: string, current: { name: string; family: Family } | undefined): void {
  const [, name = "", labels = "", value = ""] = sampleLine.exec(line) ?? [];
  if (!current || !suffixes[current.family.type]!.some((suffix) => name === current.name + suffix))
    throw new Error(`A line out of place: ${line}`);
  const series = name + labels;
  if (current.family.series.has(series)) throw new Error(`A series twice: ${line}`);
  current.family.series.set(series, Number(value.replace("Inf", "Infinity")));
}

function checkFamily(name: string, { type, series }: Family): void {
  if (series.size === 0) throw new Error(`${name} has no sample.`);
  const values = [...series.values()];
  if (type !== "gauge" && values.some((value) => !(value >= 0)))
    throw new Error(`${name} counts below zero.`);
  if (type !== "histogram") return;
  const below = new Map<string, number>();
  for (const [text, value] of series) {
    const rest = text.replace(/,?le="[^"]*"/, "");
    if (text.startsWith(`${name}_bucket`)) {
      if (value < (below.get(rest) ?? 0))
        throw new Error(`A bucket smaller than the one below it: ${text}`);
      below.set(rest, value);
    } else if (
      text.startsWith(`${name}_count`) &&
      below.get(rest.replace("_count", "_bucket")) !== value
    )
      throw new Error(`+Inf and _count differ: ${text}`);
  }
}
