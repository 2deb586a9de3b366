import type { Problem } from "#server/domain/problem.ts";
import type { MovedTable, MoveStore } from "#server/storage/move/move-store.ts";
import { type Step, stepsOf } from "./steps.ts";
import { verify } from "./verify.ts";

/** One side of a move. `name` is its address without its password. */
export type Side = {
  name: string;
  store: MoveStore;
  /** The key that seals secrets. Undefined if there is none or it isn't moved. */
  readKey(): Promise<Uint8Array | undefined>;
  /** Returns a message if a different key exists. */
  writeKey(key: Uint8Array): Promise<string | undefined>;
  /** A message if another process is using it, or if pending data requires a server to store it. */
  whyNotNow(role: "source" | "target"): Promise<string | undefined>;
};

export type Moved = { rows: number; events: number; attachments: number; traces: number };

type OnProgress = (done: number, total: number, what: string) => void;

/**
 * Copies all data from one store to one of the other engine, then compares every row of both.
 * Called again with the same stores, it resumes. The target can be served only when complete and
 * identical: until then, it is marked, and every server refuses it.
 */
export async function move(
  { from, to, tables }: { from: Side; to: Side; tables: MovedTable[] },
  onProgress: OnProgress,
): Promise<Moved | Problem> {
  const refusal = await whyNot(from, to);
  if (refusal !== undefined) return { problem: "conflict", detail: refusal };
  const steps = await stepsOf(from.store, tables);
  const key = await from.readKey();
  const otherKey = key && (await to.writeKey(key));
  if (otherKey !== undefined) return { problem: "conflict", detail: otherKey };
  if (!(await to.store.progress()))
    await to.store.begin(tables, { from: from.name, step: steps[0]!.name });
  await copyAll(steps, [from, to], onProgress);
  await to.store.finish(await from.store.facts());
  const total = 2 * rowsOf(steps);
  let done = 0;
  const faults = await verify([from.store, to.store], tables, (rows) =>
    onProgress((done += rows), total, "verifying"),
  );
  if (faults.length > 0) return { problem: "conflict", detail: notTheSame(faults) };
  const late = await whyNotNow(from, to);
  if (late !== undefined) return { problem: "conflict", detail: late };
  await to.store.complete();
  return countsOf(steps);
}

const notTheSame = (faults: string[]) =>
  `Source and target differ: ${faults.join(" ")} The target stays marked as incomplete. Empty it and run the move again.`;

const whyNotNow = async (from: Side, to: Side) =>
  (await from.whyNotNow("source")) ?? (await to.whyNotNow("target"));

async function whyNot(from: Side, to: Side): Promise<string | undefined> {
  const busy = await whyNotNow(from, to);
  if (busy !== undefined) return busy;
  if (await from.store.progress()) return `${from.name} is itself an incomplete move.`;
  if (await from.store.isEmpty())
    return `${from.name} has no data to move: it has not been set up.`;
  const begun = await to.store.progress();
  if (begun)
    return begun.from === from.name
      ? undefined
      : `${to.name} contains an incomplete move from ${begun.from}.`;
  return (await to.store.isEmpty())
    ? undefined
    : `${to.name} already contains Spoor data. Choose an empty target.`;
}

async function copyAll(
  steps: Step[],
  [from, to]: [Side, Side],
  onProgress: OnProgress,
): Promise<void> {
  const begun = await to.store.progress();
  const at = steps.findIndex(({ name }) => name === begun?.step);
  if (at < 0)
    throw new Error(
      `${from.name} has changed since this move started: “${begun?.step}” no longer exists. Empty the target and start again.`,
    );
  const total = rowsOf(steps);
  let done = rowsOf(steps.slice(0, at));
  for (const [index, step] of steps.slice(at).entries()) {
    const place = index === 0 ? begun?.place : undefined;
    const copied = step.copy(from.store, to.store, { name: from.name, ...(place && { place }) });
    for await (const rows of copied) onProgress((done += rows), total, step.name);
  }
}

const rowsOf = (steps: Step[]): number => steps.reduce((sum, { count }) => sum + count, 0);

function countsOf(steps: Step[]): Moved {
  const of = (kind: string) => rowsOf(steps.filter(({ name }) => name.startsWith(`${kind} of `)));
  const [events, attachments, traces] = [of("events"), of("attachments"), of("traces")];
  return { rows: rowsOf(steps) - events - attachments - traces, events, attachments, traces };
}
