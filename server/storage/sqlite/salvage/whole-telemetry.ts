import { createHash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { FingerprintHash, ProjectId, TraceId } from "#server/domain/ids.ts";
import {
  type AttachmentRow,
  attachmentOf,
  type ChunkRow,
  contentOf,
} from "#server/storage/attachments/rows.ts";
import { type SummaryRow, summaryOf } from "#server/storage/events/row.ts";
import { projectOf, traceIdText } from "#server/storage/traces/ids.ts";
import type { PartPlace } from "#server/storage/traces/row.ts";
import type { NewEvent } from "#server/storage/digest/digest-store.ts";
import type { MovedAttachment } from "#server/storage/move/move-store.ts";
import { prepare } from "../statement.ts";
import { inflatedPrefix } from "./inflated-prefix.ts";

type EventRow = SummaryRow & PartPlace & { hash: string; richness: number; pack_id: number };
type PackRow = { id: number; raw_bytes: number; frame: Uint8Array };
type TraceRow = PartPlace & { id: number; trace_id: Uint8Array; received_at: number };

export type WholeTrace = {
  projectId: ProjectId;
  traceId: TraceId;
  receivedAt: number;
  parts: Uint8Array[];
};

/** Events with readable bodies, pack by pack. */
export function* wholeEvents(scratch: DatabaseSync): Generator<NewEvent> {
  scratch.exec("CREATE INDEX events_by_pack ON events (pack_id)");
  const ofPack = prepare<EventRow>(scratch, "SELECT * FROM events WHERE pack_id = ?");
  for (const pack of scratch
    .prepare("SELECT * FROM packs ORDER BY id")
    .iterate() as Iterable<PackRow>) {
    const raw = inflatedPrefix(pack.frame, pack.raw_bytes);
    for (const row of ofPack.all(pack.id)) {
      const event = eventOf(row, raw.subarray(row.offset, row.offset + row.length));
      if (event) yield event;
    }
  }
}

function eventOf(row: EventRow, body: Uint8Array): NewEvent | undefined {
  if (body.length !== row.length || !isJson(body)) return undefined;
  const { richness, hash } = row;
  return { ...summaryOf(row), richness, hash: hash as FingerprintHash, body };
}

function isJson(body: Uint8Array): boolean {
  try {
    JSON.parse(utf8.decode(body));
    return true;
  } catch {
    return false;
  }
}

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** Files whose content matches their digest. */
export function* wholeAttachments(scratch: DatabaseSync): Generator<MovedAttachment> {
  const chunk = prepare<ChunkRow>(
    scratch,
    "SELECT raw_bytes, bytes FROM attachment_chunks WHERE id = ?",
  );
  const rows = prepare<AttachmentRow & { digest: string }>(
    scratch,
    "SELECT * FROM attachments ORDER BY id",
  ).all();
  for (const row of rows) {
    const bytes = contentIn(row, (id) => chunk.get(id));
    if (bytes && digestOf(row.name, bytes) === row.digest)
      yield { ...attachmentOf(row), digest: row.digest, bytes };
  }
}

function contentIn(
  row: AttachmentRow,
  chunk: (id: number) => ChunkRow | undefined,
): Buffer | undefined {
  const pieces: Uint8Array[] = [];
  try {
    for (let at = 0; at < row.chunk_count; at++) {
      const found = chunk(row.first_chunk + at);
      if (!found) return undefined;
      pieces.push(contentOf(found));
    }
  } catch {
    return undefined;
  }
  return Buffer.concat(pieces);
}

/** Same as in `digest/events/new-attachment.ts`. */
const digestOf = (name: string, bytes: Uint8Array) =>
  createHash("sha256").update(`${name}\0`).update(bytes).digest("base64url").slice(0, 22);

/** Traces with their readable parts. A span reader decides whether these are spans. */
export function* wholeTraces(scratch: DatabaseSync): Generator<WholeTrace> {
  const later = prepare<PartPlace>(
    scratch,
    "SELECT pack, offset, length FROM trace_parts WHERE trace = ? ORDER BY pack, offset",
  );
  const rawOf = rawSpanPacks(scratch);
  for (const row of scratch
    .prepare("SELECT * FROM traces ORDER BY id")
    .iterate() as Iterable<TraceRow>) {
    const parts = [row, ...later.all(row.id)].flatMap(({ pack, offset, length }) => {
      const part = rawOf(pack).subarray(offset, offset + length);
      return part.length === length && length > 0 ? [part] : [];
    });
    yield {
      projectId: projectOf(row.id),
      traceId: traceIdText(row.trace_id),
      receivedAt: row.received_at,
      parts,
    };
  }
}

const packsKept = 16;

/** Neighbors share packs. */
function rawSpanPacks(scratch: DatabaseSync): (pack: number) => Buffer {
  const select = prepare<PackRow>(
    scratch,
    "SELECT id, raw_bytes, frame FROM span_packs WHERE id = ?",
  );
  const kept = new Map<number, Buffer>();
  return (id) => {
    const known = kept.get(id);
    if (known) return known;
    const row = select.get(id);
    const raw = row ? inflatedPrefix(row.frame, row.raw_bytes) : Buffer.alloc(0);
    if (kept.size === packsKept) kept.delete(kept.keys().next().value!);
    kept.set(id, raw);
    return raw;
  };
}
