import { createHash } from "node:crypto";
import { lookOf } from "#server/domain/attachment/look.ts";
import type { AdmittedAttachment, Receipt } from "#server/ingest/request.ts";
import type {
  NewAttachment,
  ReceivedAttachment,
} from "#server/storage/attachments/attachment-store.ts";

/** Larger files of a request wait on disk, not in memory (`keep` in intake.ts). */
export const heldFilesMaxBytes = 1 << 20;

/**
 * The fields needed to store a file. Copies a small file, which would otherwise keep its whole
 * message in memory.
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

/** Bytes in memory, plus the size of its rows. */
export const heldBytesOf = ({ bytes }: NewAttachment): number => bytes.byteLength + 1_024;
