import { createHash } from "node:crypto";
import { lookOf } from "#server/domain/attachment/look.ts";
import type { AdmittedAttachment, Receipt } from "#server/ingest/request.ts";
import type {
  NewAttachment,
  ReceivedAttachment,
} from "#server/storage/attachments/attachment-store.ts";

/** Files of a request that together have more wait on disk, not in memory (`keep` in intake.ts). */
export const heldFilesMaxBytes = 1 << 20;

/**
 * What storing a file takes. A small one is copied: it would otherwise hold the whole message that
 * it came in.
 */
export function newAttachment(
  { eventId, file }: AdmittedAttachment,
  { projectId, receivedAt }: Receipt,
): ReceivedAttachment {
  const { name, contentType, kind } = file;
  const bytes =
    file.bytes.byteLength <= heldFilesMaxBytes ? Uint8Array.from(file.bytes) : file.bytes;
  return {
    projectId,
    eventId,
    receivedAt,
    at: receivedAt,
    name,
    contentType,
    kind,
    byteLength: bytes.byteLength,
    bytes,
    ...lookOf(bytes, file),
    digest: createHash("sha256").update(`${name}\0`).update(bytes).digest("base64url").slice(0, 22),
  };
}

/** Bytes it keeps in memory, and what its rows take. */
export const heldBytesOf = ({ bytes }: NewAttachment): number => bytes.byteLength + 1_024;
