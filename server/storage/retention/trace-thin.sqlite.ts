import { setImmediate } from "node:timers/promises";
import type { ProjectId } from "#server/domain/ids.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Thinned, Thinning, TraceStore } from "#server/storage/traces/trace-store.ts";
import { atOnce } from "#server/storage/sqlite/at-once.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { rowIdsOf, traceIdText } from "#server/storage/traces/ids.ts";
import {
  chunkRows,
  dueOf,
  refused,
  type UndecidedRow,
} from "#server/storage/retention/trace-thinning.ts";
import type { SetThinned } from "./thin-outcomes.sqlite.ts";
import { removeSlice } from "./trace-thin-slice.sqlite.ts";
import type { ThinnedHour } from "./trace-thin-statements.sqlite.ts";

/** Runs `work` while no batch is in progress and rows of lost batches are removed. */
export type BetweenBatches = <T>(work: () => T) => Promise<T>;

/**
 * Sampling walks a project's traces in order of receipt, file by file, and stores its progress in
 * the file. It changes only rows of committed batches, one slice per transaction, and only the
 * file's. After a crash, the walk continues, and counts that spoor.db lacks follow.
 */
export function traceThinning(
  files: DayFiles,
  between: BetweenBatches,
  setThinned: SetThinned,
): TraceStore["thin"] {
  // Projects and days whose counts are known to be in spoor.db.
  const inStep = new Set<string>();
  const hoursOf = (day: Day, projectId: ProjectId) =>
    files.open(day)?.thinning.counts.all(projectId) ?? [];

  return async (thinning) => {
    const total: Thinned = { traces: 0, spans: 0 };
    const days = files
      .days()
      .filter((day) => day >= dayOf(thinning.from) && day <= dayOf(thinning.before - 1));
    for (const day of days.toReversed()) {
      const { traces, spans } = await thinDay(day, thinning);
      total.traces += traces;
      total.spans += spans;
    }
    return total;
  };

  async function thinDay(day: Day, thinning: Thinning): Promise<Thinned> {
    const { projectId } = thinning;
    const key = `${day}:${projectId}`;
    const before = hoursOf(day, projectId);
    if (!inStep.has(key) && before.length > 0)
      await between(() => setThinned(hoursOf(day, projectId)));
    inStep.delete(key);
    while (await thinChunk(day, thinning));
    inStep.add(key);
    const after = hoursOf(day, projectId);
    return {
      traces: sum(after, "traces") - sum(before, "traces"),
      spans: sum(after, "spans") - sum(before, "spans"),
    };
  }

  /** False when nothing more is due. */
  async function thinChunk(day: Day, thinning: Thinning): Promise<boolean> {
    const rows = await between(() => undecided(files.open(day), thinning));
    if (rows.length === 0) return false;
    let gone = await refused(rows, thinning);
    do {
      gone = gone.slice(await between(() => slice(day, thinning, gone, rows.at(-1)!.id)));
      await setImmediate();
    } while (gone.length > 0);
    return rows.length === chunkRows;
  }

  function slice(day: Day, { projectId }: Thinning, gone: UndecidedRow[], decided: number): number {
    const file = files.open(day);
    // Deleted by retention in the meantime.
    if (!file) return gone.length;
    const neighbors = [-dayMs, dayMs].map((distance) =>
      files.open(dayOf(Date.parse(day) + distance)),
    );
    const eventFiles = [file, ...neighbors].filter((each) => each !== undefined);
    const hasEvent = ({ trace_id }: UndecidedRow) =>
      eventFiles.some(({ thinning }) => thinning.hasEvent.get(traceIdText(trace_id), projectId));
    const done = atOnce(file.database, () => {
      const count = removeSlice(file, projectId, gone, hasEvent);
      if (count === gone.length) file.thinning.decide.run(projectId, decided);
      return count;
    });
    setThinned(file.thinning.counts.all(projectId));
    return done;
  }
}

function undecided(file: DayFile | undefined, { projectId, before }: Thinning): UndecidedRow[] {
  if (!file) return [];
  const [from, below] = rowIdsOf(projectId);
  const decided = file.thinning.decided.get(projectId)?.decided ?? from - 1;
  const rows = file.thinning.undecided.all(decided, below, chunkRows);
  return dueOf(rows, before);
}

const sum = (hours: ThinnedHour[], name: "traces" | "spans") =>
  hours.reduce((total, hour) => total + hour[name], 0);
