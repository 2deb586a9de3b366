import { setImmediate } from "node:timers/promises";
import { dayMs } from "#server/domain/time.ts";
import type { ProjectId, TraceId } from "#server/domain/ids.ts";
import type { TraceName } from "#server/storage/traces/trace-store.ts";
import type { Day, DayFile } from "#server/storage/sqlite/day-file.ts";
import type { FindTrace, TraceIndex } from "./known-traces.sqlite.ts";
import { type DayFiles, dayOf } from "#server/storage/sqlite/day-files.ts";
import { bytesOfId } from "#server/storage/traces/ids.ts";
import { rememberedBy } from "#server/storage/sqlite/remembered-by.ts";
import type { ShapedTraceRow } from "#server/storage/traces/row.ts";

/** Position of a trace's row. */
type Place = { day: Day; id: number };
type Found = { file: DayFile; row: ShapedTraceRow };

/**
 * Looks up traces within one batch and caches results: the digest looks them up before saving. A
 * trace with a part after midnight continues in the file of the day before; on a later day, it
 * starts again there, and reading joins both.
 */
type TracePlaces = {
  /** Await before looking these up: reads what is needed, and yields in between. */
  ready(names: TraceName[]): Promise<void>;
  /** For many lookups: each file is found once, without yielding in between. */
  finding(): (name: TraceName) => Found | undefined;
  /** Undefined if the trace is new. */
  place(name: TraceName): Place | undefined;
  remember(name: TraceName, place: Place): void;
};

const daysAsked = 2;

export function tracePlaces(files: DayFiles, indexOf: (file: DayFile) => TraceIndex): TracePlaces {
  // By project, then by ID: a combined key per lookup cost more than the lookup.
  const known = new Map<ProjectId, Map<TraceId, Place | undefined>>();
  const finders = new Map<DayFile, Map<ProjectId, FindTrace>>();
  let present: Day[] | undefined;
  const around = new Map<number, Day[]>();

  // Called for each trace of a batch, nearly all of which arrive on one day.
  function daysFor({ receivedAt }: TraceName): Day[] {
    const days = (present ??= files.days());
    if (receivedAt === undefined) return days.slice(0, daysAsked);
    const dayNumber = Math.floor(receivedAt / dayMs);
    const known = around.get(dayNumber);
    if (known) return known;
    const asked = [dayOf(receivedAt), dayOf(receivedAt - dayMs)].filter((day) =>
      days.includes(day),
    );
    around.set(dayNumber, asked);
    return asked;
  }

  // No other batch runs in the meantime, so the file's state is read once.
  function finderFor(file: DayFile, projectId: ProjectId): FindTrace {
    const ofFile = finders.get(file) ?? new Map<ProjectId, FindTrace>();
    finders.set(file, ofFile);
    const find = ofFile.get(projectId) ?? indexOf(file).of(projectId);
    ofFile.set(projectId, find);
    return find;
  }

  function lookUp(name: TraceName, open: DayFiles["open"]): Found | undefined {
    const id = bytesOfId(name.traceId, 16);
    for (const day of daysFor(name)) {
      const file = open(day);
      const row = file && finderFor(file, name.projectId)(id);
      if (file && row) return { file, row };
    }
    return undefined;
  }

  function knownOf(projectId: ProjectId): Map<TraceId, Place | undefined> {
    const ofProject = known.get(projectId) ?? new Map<TraceId, Place | undefined>();
    known.set(projectId, ofProject);
    return ofProject;
  }

  function find(name: TraceName, open: DayFiles["open"]): Found | undefined {
    const found = lookUp(name, open);
    knownOf(name.projectId).set(name.traceId, found && { day: found.file.day, id: found.row.id });
    return found;
  }

  // Opened again for each bucket, because others may have closed it in between.
  function readNext(day: Day, projectId: ProjectId): boolean {
    const file = files.open(day);
    return file !== undefined && indexOf(file).readNext(projectId);
  }

  return {
    async ready(names) {
      for (const [projectId, ofProject] of Map.groupBy(names, (name) => name.projectId)) {
        const days = new Set([...new Set(ofProject.map(daysFor))].flat());
        for (const day of days) while (readNext(day, projectId)) await setImmediate();
      }
    },
    finding() {
      // Opening a file checks it on disk: for each trace of a batch, that took 2% of the storing
      // thread's time (measured).
      const open = rememberedBy((day: Day) => files.open(day));
      return (name) => find(name, open);
    },
    place(name) {
      const places = knownOf(name.projectId);
      const place = places.get(name.traceId);
      if (place === undefined && !places.has(name.traceId)) find(name, files.open);
      return place ?? places.get(name.traceId);
    },
    remember: ({ projectId, traceId }, place) => void knownOf(projectId).set(traceId, place),
  };
}
