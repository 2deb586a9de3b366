import type { DatabaseSync } from "node:sqlite";
import type { IssueId } from "#server/domain/ids.ts";
import { mergeSummaries } from "#server/domain/trace/listing/summary-of.ts";
import type { PartTerms } from "#server/domain/trace/terms/part-terms.ts";
import type { TraceSummary } from "#server/domain/trace/listing/summary.ts";
import { idBytes } from "#server/storage/events/row.ts";
import { rawPacks } from "#server/storage/traces/raw-packs.ts";
import { bytesOfId, rowIdsOf } from "#server/storage/traces/ids.ts";
import { summaryOf } from "#server/storage/traces/row.ts";
import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import type { MovedAttachment } from "#server/storage/move/move-store.ts";
import type { TraceChange } from "#server/storage/traces/trace-store.ts";
import { type DayFiles, dayOf } from "../day-files.ts";
import { prepare } from "../statement.ts";
import { partsIn } from "#server/storage/traces/parts.sqlite.ts";
import type { WholeTrace } from "./whole-telemetry.ts";

/** Facts of one part's spans; undefined if its bytes are not spans of that trace. */
export type ReadPart = (
  trace: WholeTrace,
  part: Uint8Array,
) => { summary: TraceSummary; terms: PartTerms } | undefined;

/** `present`: already stored. `deleted`: its issue or project has been deleted since. */
export type Chosen<Item> = { write: Item } | "present" | "deleted" | "unreadable";

export type Chooser = {
  event(event: NewEvent): Chosen<NewEvent>;
  attachment(attachment: MovedAttachment): Chosen<MovedAttachment>;
  /** One change per part, in order. */
  trace(trace: WholeTrace): Chosen<TraceChange[]>;
};

const issueOf = `SELECT coalesce(
  (SELECT issue_id FROM fingerprints WHERE project_id = ?1 AND hash = ?2),
  (SELECT id FROM issues WHERE id = ?3 AND project_id = ?1)) AS id`;

/** Decides what to write, given spoor.db and the day's current file. */
export function chooser(writer: DatabaseSync, files: DayFiles, readPart: ReadPart): Chooser {
  const issue = prepare<{ id: number | null }>(writer, issueOf);
  const project = prepare(writer, "SELECT 1 FROM projects WHERE id = ?");
  const packs = rawPacks();
  const fileAt = (at: number) => files.open(dayOf(at));
  const all = Number.MAX_SAFE_INTEGER;

  function stored({ projectId, traceId, receivedAt }: WholeTrace): {
    summary?: TraceSummary;
    parts: Uint8Array[];
  } {
    const file = fileAt(receivedAt);
    const [from, below] = rowIdsOf(projectId);
    const row = file?.traces.byTraceId.get(bytesOfId(traceId, 16), from, below);
    return file && row
      ? { summary: summaryOf(row), parts: partsIn(file, packs, row.id, all) }
      : { parts: [] };
  }

  return {
    event(event) {
      const found = issue.get(event.projectId, event.hash, event.issueId)!.id;
      if (found === null) return "deleted";
      if (fileAt(event.at)?.exists.get(event.projectId, idBytes(event.eventId), all))
        return "present";
      return { write: { ...event, issueId: found as IssueId } };
    },
    attachment(attachment) {
      const { projectId, eventId, digest, at } = attachment;
      const file = fileAt(at);
      if (!file?.exists.get(projectId, idBytes(eventId), all)) return "unreadable";
      return file.attachments.exists.get(projectId, idBytes(eventId), digest, all)
        ? "present"
        : { write: attachment };
    },
    trace(trace) {
      if (!project.get(trace.projectId)) return "deleted";
      const there = stored(trace);
      const missing = trace.parts.filter(
        (part) => !there.parts.some((known) => Buffer.compare(known, part) === 0),
      );
      if (missing.length === 0) return trace.parts.length > 0 ? "present" : "unreadable";
      const read = missing.flatMap((part) => {
        const said = readPart(trace, part);
        return said ? [{ part, ...said }] : [];
      });
      if (read.length === 0) return "unreadable";
      const summaries = read.map(({ summary }) => summary);
      const summary = (there.summary ? [there.summary, ...summaries] : summaries).reduce(
        mergeSummaries,
      );
      const { projectId, receivedAt } = trace;
      return {
        write: read.map(({ part, terms }) => ({ projectId, receivedAt, summary, part, terms })),
      };
    },
  };
}
