import { createHash } from "node:crypto";
import type { ProjectId, SpanId, TraceId } from "#server/domain/ids.ts";
import { hourMs } from "#server/domain/time.ts";
import type { Operation } from "#server/domain/rollup/operation.ts";
import { emptyRollup, type Rollup } from "#server/domain/rollup/rollup.ts";
import { bucketStart } from "#server/domain/rollup/tier.ts";
import type { TraceSample } from "#server/domain/rollup/sample.ts";
import type { RollupChange, VitalChange } from "#server/storage/rollups/rollup-store.ts";
import type { SpoolCursor } from "#server/storage/digest/digest-store.ts";
import type { Store } from "#server/storage/store.ts";
import { noon } from "#tests/storage/sample.ts";
import { noChanges } from "#tests/storage/no-changes.ts";

/** Fields of a route's run that a test sets; the rest is generated. */
export type Run = {
  route?: string;
  service?: string;
  kind?: Operation["kind"];
  method?: string;
  environment?: string;
  release?: string;
  at?: number;
  durationMs?: number;
  failed?: boolean;
  /** Makes it a sample. */
  traceId?: TraceId;
};

export const sampledTraceId = (name: string): TraceId =>
  createHash("md5").update(name).digest("hex") as TraceId;

export const operationOf = ({
  route = "/shop",
  service = "web",
  kind = "server",
  method,
}: Run): Operation => ({
  service,
  kind,
  route,
  ...(method !== undefined && { method }),
});

/** One change per run, as in a batch without other data. */
export function rollupChange(projectId: ProjectId, run: Run): RollupChange {
  const {
    at = noon,
    durationMs = 100,
    failed = false,
    environment = "",
    release = "",
    traceId,
  } = run;
  const rollup = emptyRollup();
  rollup.durations.add(durationMs);
  Object.assign(rollup, {
    failed: Number(failed),
    satisfied: Number(!failed && durationMs <= 500),
  });
  Object.assign(rollup, {
    tolerated: Number(!failed && durationMs > 500 && durationMs <= 2_000),
    totalMs: durationMs,
  });
  const sample = traceId === undefined ? [] : [sampleOf(traceId, run)];
  const samples = { slow: sample, failed: failed ? sample : [], random: sample };
  const operation = operationOf(run);
  return {
    projectId,
    operation,
    environment,
    release,
    at: bucketStart("5-minutes", at),
    rollup,
    samples,
  };
}

function sampleOf(
  traceId: TraceId,
  { at = noon, durationMs = 100, failed = false, release }: Run,
): TraceSample {
  return {
    traceId,
    spanId: traceId.slice(16) as SpanId,
    startedAt: at,
    durationMs,
    failed,
    ...(release && { release }),
  };
}

export function vitalChange(projectId: ProjectId, report: Partial<VitalChange>): VitalChange {
  const rest = { route: "/shop", service: "web", device: "mobile", at: noon } as const;
  return { projectId, id: "a visit's lcp", vital: "lcp", value: 2_000, ...rest, ...report };
}

export async function digestRollups(
  store: Pick<Store, "digest">,
  changes: { rollups?: RollupChange[]; vitals?: VitalChange[] },
  cursor?: SpoolCursor,
): Promise<void> {
  await store.digest((transaction) =>
    transaction.save({ ...noChanges, ...changes, ...(cursor && { cursor }) }),
  );
}

/** A rollup's values. */
export const contentOf = ({ durations, failed, satisfied, tolerated, totalMs }: Rollup) => ({
  count: durations.count,
  zeroCount: durations.zeroCount,
  buckets: [...durations.buckets()],
  failed,
  satisfied,
  tolerated,
  totalUs: Math.round(totalMs * 1_000),
});

/**
 * The same runs for the same seed: two months, some routes far busier than others, a release every
 * other day.
 */
export function randomRuns(count: number, days: number, seed = 1): Required<Omit<Run, "method">>[] {
  const random = randomBy(seed);
  const choose = <Choice>(choices: Choice[]) =>
    choices[Math.floor(random() ** 2 * choices.length)]!;
  return Array.from({ length: count }, (_, index) => {
    // Puts a fifth into two hours, so that not all can be samples.
    const at = noon - Math.floor(random() * (random() < 0.2 ? 2 : days * 24) * hourMs);
    return {
      at,
      route: choose(["/shop", "/shop/:product", "/cart", "/login", "/"]),
      service: choose(["web", "worker"]),
      kind: choose(["server", "document", "loader"] as const),
      environment: choose(["production", "staging", ""]),
      release: random() < 0.9 ? `1.${Math.floor((at / hourMs + 9 * random()) / 48) % 100}` : "",
      durationMs: Math.floor(10_000 * Math.exp(6 * random())) / 1_000,
      failed: random() < 0.1,
      traceId: sampledTraceId(`${seed}:${index}`),
    };
  });
}

export function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
