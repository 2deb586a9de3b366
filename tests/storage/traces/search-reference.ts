import { expect } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Store } from "#server/storage/store.ts";
import { Chance } from "#tests/bench/load/chance.ts";
import { dayMs, everyPage, newProject, noon } from "#tests/storage/sample.ts";
import { digestTraces, termsOf, traceFilter, traceIdOf, type TraceSample } from "./trace-sample.ts";

/** A trace as the test knows it: the data of all parts, in the order of first parts. */
type Known = Required<Pick<TraceSample, "trace" | "startedAt" | "durationMs" | "environment">> & {
  attributes: Set<string>;
  failed: boolean;
};

const chance = new Chance(42);

const valuesOf = { service: 4, plan: 3, region: 40, shelf: 3_000 };

function attributes(): string[] {
  const pairs = Object.entries(valuesOf).flatMap(([key, count]) =>
    chance.below(3) ? [`${key}=v${chance.below(count)}`] : [],
  );
  return [...new Set([...pairs, ...(chance.below(2) ? [`order.id=${chance.below(5)}`] : [])])];
}

/**
 * 300 batches per day, which exceeds the number of unmerged ones, with alternating projects and a
 * fifth of the parts late.
 */
async function fill(
  store: Store,
  projects: ProjectId[],
  batches: number,
): Promise<Map<ProjectId, Known[]>> {
  const known = new Map(projects.map((id): [ProjectId, Known[]] => [id, []]));
  for (let batch = 0; batch < batches; batch++) {
    const projectId = chance.pick(projects);
    const traces = known.get(projectId)!;
    const at = noon + Math.floor(batch / 300) * dayMs;
    const fresh = Array.from({ length: 1 + chance.below(12) }, (_, n) =>
      sample(`${projectId} ${batch} ${n}`, at),
    );
    const late = batch % 300 < 5 ? [] : traces.slice(-40).filter(() => chance.below(10) === 0);
    const samples = [
      ...fresh,
      ...late.map(({ trace, environment, startedAt }) => ({
        ...sample(trace, at),
        environment,
        startedAt,
      })),
    ];
    await digestTraces(store, projectId, samples);
    for (const each of samples) learn(traces, each);
  }
  return known;
}

function sample(
  trace: string,
  at: number,
): Required<
  Omit<TraceSample, "name" | "service" | "spans" | "rank" | "kind" | "route" | "isDocument">
> {
  const environment = chance.pick(["prod", "test"]);
  const times = { at, startedAt: at - 100, durationMs: chance.below(1_000) };
  return {
    trace,
    environment,
    ...times,
    errors: chance.below(10) ? 0 : 1,
    attributes: attributes(),
    isUnmarked: false,
  };
}

function learn(traces: Known[], each: ReturnType<typeof sample>): void {
  const known = traces.find(({ trace }) => trace === each.trace);
  if (!known)
    traces.push({ ...each, attributes: new Set(each.attributes), failed: each.errors > 0 });
  else {
    for (const pair of each.attributes) known.attributes.add(pair);
    // The earlier of two roots counts.
    if (each.startedAt < known.startedAt)
      Object.assign(known, { startedAt: each.startedAt, durationMs: each.durationMs });
    known.failed ||= each.errors > 0;
  }
}

type Asked = NonNullable<Parameters<typeof traceFilter>[1]> & { texts: string[] };

function query(): Asked {
  const texts = [...new Set([...attributes(), ...attributes()])].slice(0, chance.below(4));
  return {
    texts: texts.map((text) => (chance.below(3) ? text : `!${text}`)),
    limit: chance.pick([5, 50, 1_000]),
    ...(chance.below(3) === 0 && { failed: chance.below(2) === 0 }),
    ...(chance.below(3) === 0 && { environment: chance.pick(["prod", "test", "none"]) }),
    ...(chance.below(3) === 0 && { durationMs: { atLeast: chance.below(1_000) } }),
    ...(chance.below(4) === 0 && { since: noon + dayMs / 2 }),
    ...(chance.below(4) === 0 && { deadlineMs: 1 }),
  };
}

const meets = (trace: Known, asked: Asked) =>
  asked.texts.every(
    (text) => trace.attributes.has(text.replace("!", "")) !== text.startsWith("!"),
  ) &&
  (asked.failed === undefined || asked.failed === trace.failed) &&
  (asked.environment === undefined || asked.environment === trace.environment) &&
  trace.durationMs >= (asked.durationMs?.atLeast ?? 0) &&
  trace.startedAt >= (asked.since ?? 0);

/** Compares every search with a scan over all traces. */
export async function searchesFindAll(
  store: Store,
  { projects: count = 2, batches = 700, searches = 150 } = {},
): Promise<void> {
  const projects = await Promise.all(
    Array.from({ length: count }, async () => (await newProject(store)).id),
  );
  const known = await fill(store, projects, batches);
  for (let n = 0; n < searches; n++) {
    const projectId = chance.pick(projects);
    const { texts, ...asked } = query();
    const { filter } = traceFilter(projectId, { ...asked, terms: termsOf(...texts) });
    const traces = known.get(projectId)!;
    // On a busy machine a deadline of 1 ms allows one trace per page.
    const page = (cursor?: string) => store.traces.list({ ...filter, ...(cursor && { cursor }) });
    const rows = await everyPage(page, traces.length + 1);
    const expected = traces.filter((trace) => meets(trace, { texts, ...asked }));
    expect(
      rows.map(({ traceId }) => traceId),
      JSON.stringify({ texts, ...asked }),
    ).toEqual(expected.map(({ trace }) => traceIdOf(trace)).toReversed());
  }
}
