type Sample = { suffix?: string; labels?: { [name: string]: string }; value: number };
export type Metric = {
  name: string;
  type: "gauge" | "counter" | "histogram";
  help: string;
  samples: Sample[];
};

/** Prometheus text format (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export const contentType = "text/plain; version=0.0.4; charset=utf-8";

/** Leaves out metrics without samples: unknown values are absent, not 0. */
export function formatMetrics(metrics: readonly Metric[]): string {
  return metrics
    .filter(({ samples }) => samples.length > 0)
    .map(metricText)
    .join("");
}

export const gauge = (name: string, help: string, value: number | undefined): Metric => ({
  name,
  type: "gauge",
  help,
  samples: value === undefined ? [] : [{ value }],
});

export const counter = (name: string, help: string, value: number): Metric => ({
  name,
  type: "counter",
  help,
  samples: [{ value }],
});

/** One sample per entry of a record. `label` is the name of the keys. */
export function labeled(
  metric: Pick<Metric, "name" | "type" | "help">,
  label: string,
  values: { [name: string]: number | undefined },
): Metric {
  const known = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return {
    ...metric,
    samples: known.map(([name, value]) => ({ labels: { [label]: name }, value })),
  };
}

function metricText({ name, type, help, samples }: Metric): string {
  const lines = samples.map(
    ({ suffix = "", labels = {}, value }) => `${name}${suffix}${labelsText(labels)} ${value}\n`,
  );
  return `# HELP ${name} ${help.replace(/\\/g, "\\\\").replace(/\n/g, "\\n")}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelsText(labels: { [name: string]: string }): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

const escaped = (value: string) =>
  value.replace(/\\/g, "\\\\").replace(/"/g, '\\"').replace(/\n/g, "\\n");
