import type { CheckInStatus } from "#server/domain/monitor/check-in.ts";
import type { CheckInStep } from "#server/storage/monitors/monitor-store.ts";

/** A step of the strip: its worst status, and the number of each. */
export type StripCell = {
  at: number;
  worst?: CheckInStatus;
  counts: { [status in CheckInStatus]?: number };
  meanMs?: number;
};
export type Strip = { since: number; stepMs: number; cells: StripCell[] };

const steps = 48;
const minuteMs = 60_000;
const worstFirst: CheckInStatus[] = ["timeout", "error", "missed", "unknown", "in_progress", "ok"];

/** Whole minutes, so that about 48 steps fill the window; `since` starts a step. */
export function stripWindow(
  since: number,
  until: number,
): { since: number; until: number; stepMs: number } {
  const stepMs = Math.max(1, Math.ceil((until - since) / steps / minuteMs)) * minuteMs;
  return { since: Math.floor(since / stepMs) * stepMs, until, stepMs };
}

export function stripOf(
  found: CheckInStep[],
  { since, until, stepMs }: ReturnType<typeof stripWindow>,
): Strip {
  const cells: StripCell[] = [];
  for (let at = since; at < until; at += stepMs) cells.push({ at, counts: {} });
  for (const { at, status, count, meanMs } of found) {
    const cell = cells[(at - since) / stepMs];
    if (!cell) continue;
    cell.counts[status] = count;
    if (meanMs !== undefined) cell.meanMs = meanMs;
  }
  for (const cell of cells) {
    const worst = worstFirst.find((status) => cell.counts[status] !== undefined);
    if (worst) cell.worst = worst;
  }
  return { since, stepMs, cells };
}

/** `22 ok, 1 missed`, over all steps. */
export function stripWords({ cells }: Strip): string {
  const sum = (status: CheckInStatus) =>
    cells.reduce((total, { counts }) => total + (counts[status] ?? 0), 0);
  const told = worstFirst
    .toReversed()
    .flatMap((status) => (sum(status) > 0 ? [`${sum(status)} ${statusWord(status)}`] : []));
  return told.join(", ") || "no check-ins";
}

export const statusWord = (status: CheckInStatus): string => statusWords[status];

const statusWords: { readonly [status in CheckInStatus]: string } = {
  in_progress: "in progress",
  ok: "ok",
  error: "failed",
  timeout: "timed out",
  missed: "missed",
  unknown: "unknown",
};
