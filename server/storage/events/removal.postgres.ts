import { blanked } from "#server/storage/layout/packs.ts";
import { columnsOf } from "#server/storage/postgres/columns.ts";
import type { Query } from "#server/storage/postgres/database.ts";
import type { Day } from "#server/storage/postgres/days.ts";

type PlacedEvent = {
  id: number;
  event_id: Uint8Array;
  pack_id: number;
  offset: number;
  length: number;
};
type PackRow = { id: number; raw_bytes: number; frame: Uint8Array };

const removeRows =
  "DELETE FROM events WHERE project_id = $1 AND day = $2 AND id = ANY($3::bigint[])";
const removeFiles = `DELETE FROM attachments WHERE project_id = $1 AND day = $2 AND event_id = ANY($3::bytea[])
  RETURNING first_chunk, chunk_count`;
const removeChunks = `DELETE FROM attachment_chunks c USING unnest($3::bigint[], $4::bigint[]) AS f(first, count)
  WHERE c.project_id = $1 AND c.day = $2 AND c.id >= f.first AND c.id < f.first + f.count`;
const selectPacks =
  "SELECT id, raw_bytes, frame FROM packs WHERE project_id = $1 AND day = $2 AND id = ANY($3::bigint[])";
const updatePacks = `UPDATE packs p SET frame = b.frame FROM unnest($3::bigint[], $4::bytea[]) AS b(id, frame)
  WHERE p.project_id = $1 AND p.day = $2 AND p.id = b.id`;
const removePacks =
  "DELETE FROM packs WHERE project_id = $1 AND day = $2 AND id = ANY($3::bigint[])";

/**
 * Deletes events of a project and day with their files. Their bodies are zeroed in their packs,
 * which compresses to nothing; a pack without other events is deleted. Use in a transaction that
 * holds the project.
 */
export async function removeEvents(
  query: Query,
  projectId: number,
  day: Day,
  gone: PlacedEvent[],
): Promise<void> {
  if (gone.length === 0) return;
  const [packs] = await Promise.all([
    query<PackRow>(selectPacks, projectId, day, [...new Set(gone.map(({ pack_id }) => pack_id))]),
    removeFilesOf(query, projectId, day, gone),
    query(
      removeRows,
      projectId,
      day,
      gone.map(({ id }) => id),
    ),
  ]);
  const bodies = Map.groupBy(gone, ({ pack_id }) => pack_id);
  const frames = await Promise.all(
    packs.map(async ({ id, raw_bytes, frame }) => ({
      id,
      frame: await blanked(frame, raw_bytes, bodies.get(id)!),
    })),
  );
  const kept = frames.flatMap(({ id, frame }) => (frame ? [[id, frame]] : []));
  const empty = frames.flatMap(({ id, frame }) => (frame ? [] : id));
  if (kept.length > 0) await query(updatePacks, projectId, day, ...columnsOf(kept));
  if (empty.length > 0) await query(removePacks, projectId, day, empty);
}

const selectOfIssue =
  "SELECT event_id FROM events WHERE project_id = $1 AND day = $2 AND issue_id = $3";

/** The files of all events of an issue on a day. Use before the events are deleted. */
export async function removeFilesOfIssue(
  query: Query,
  projectId: number,
  day: Day,
  issueId: number,
): Promise<void> {
  const events = await query<Pick<PlacedEvent, "event_id">>(selectOfIssue, projectId, day, issueId);
  if (events.length > 0) await removeFilesOf(query, projectId, day, events);
}

/** Files of events, on the day of the events. */
async function removeFilesOf(
  query: Query,
  projectId: number,
  day: Day,
  events: Pick<PlacedEvent, "event_id">[],
): Promise<void> {
  const files = await query<{ first_chunk: number; chunk_count: number }>(
    removeFiles,
    projectId,
    day,
    events.map(({ event_id }) => event_id),
  );
  if (files.length === 0) return;
  const chunks = columnsOf(files.map(({ first_chunk, chunk_count }) => [first_chunk, chunk_count]));
  await query(removeChunks, projectId, day, ...chunks);
}
