import type { Attachment } from "#server/domain/attachment/attachment.ts";
import type { EventId, ProjectId } from "#server/domain/ids.ts";

/**
 * Files that came with events and with feedback. They are kept and deleted with their event's day;
 * those that came apart from it, with the day of their receipt.
 */
export interface AttachmentStore {
  /**
   * In the order in which they came. Looked at are the day on which what they belong to happened,
   * and the days around its receipt. At most 100.
   */
  list(of: AttachmentsOf): Promise<Attachment[]>;
  /**
   * One by its number, with its content; undefined when that event of that project has no such
   * file.
   */
  open(projectId: ProjectId, eventId: EventId, id: number): Promise<OpenAttachment | undefined>;
}

/** `at`: when it happened; absent of feedback. */
export type AttachmentsOf = {
  projectId: ProjectId;
  eventId: EventId;
  receivedAt: number;
  at?: number;
};

type OpenAttachment = {
  attachment: Attachment;
  /**
   * Piece by piece, each of at most a mebibyte, read when it is asked for; ends early where
   * retention was quicker.
   */
  chunks(): AsyncGenerator<Uint8Array>;
};

export type NewAttachment = Omit<Attachment, "id"> & {
  bytes: Uint8Array;
  /** Of name and content: the same file of the same event is kept once. */
  digest: string;
};

/** `receivedAt`: the hour in which it is counted. */
export type ReceivedAttachment = NewAttachment & { receivedAt: number };

export const attachmentKey = ({
  projectId,
  eventId,
  digest,
}: Pick<NewAttachment, "projectId" | "eventId" | "digest">) => `${projectId}:${eventId}:${digest}`;
