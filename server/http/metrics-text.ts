import type { IntakeState } from "#server/digest/intake-state.ts";

type Sample = { labels?: { [name: string]: string }; value: number };
type Metric = { name: string; type: "gauge" | "counter"; help: string; samples: Sample[] };

/** In the text format that Prometheus reads (https://prometheus.io/docs/instrumenting/exposition_formats/). */
export function metricsText(state: IntakeState, residentBytes: number): string {
  return metricsOf(state, residentBytes).map(metricText).join("");
}

function metricsOf({ queue, accepted, refused, troubles }: IntakeState, residentBytes: number): Metric[] {
  const byReason = Object.entries(refused).map(([reason, value]) => ({ labels: { reason }, value }));
  const byKind = troubles.map(({ kind }) => ({ labels: { kind }, value: 1 }));
  return [
    gauge("spoor_queue_requests", "Requests that are safe on disk and not yet on the pages.", queue.requests),
    gauge("spoor_queue_bytes", "Bytes of these requests.", queue.bytes),
    gauge("spoor_queue_age_seconds", "How long the oldest of them has waited.", queue.oldestMs / 1000),
    gauge("spoor_queue_drained_bytes_per_second", "How fast what waits is stored.", queue.drainedPerMs * 1000),
    { ...counter("spoor_requests_accepted_total", "Requests acknowledged."), samples: [{ value: accepted }] },
    { ...counter("spoor_requests_refused_total", "Requests refused for want of room, by reason."), samples: byReason },
    { name: "spoor_trouble", type: "gauge", help: "What is wrong just now.", samples: byKind },
    gauge("process_resident_memory_bytes", "Resident memory.", residentBytes),
  ];
}

const gauge = (name: string, help: string, value: number): Metric => ({
  ...{ name, type: "gauge", help },
  samples: [{ value }],
});

const counter = (name: string, help: string) => ({ name, type: "counter" as const, help });

function metricText({ name, type, help, samples }: Metric): string {
  const lines = samples.map(({ labels = {}, value }) => `${name}${labelsText(labels)} ${value}\n`);
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

function labelsText(labels: { [name: string]: string }): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}=${JSON.stringify(value)}`);
  return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}
