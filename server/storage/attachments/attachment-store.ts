import type { Attachment } from "#server/domain/attachment/attachment.ts";
import type { EventId, ProjectId } from "#server/domain/ids.ts";

/**
 * Files of events and of feedback. Stored and deleted with their event's day, or with the day of
 * receipt if they arrived separately.
 */
export interface AttachmentStore {
  /**
   * In order of receipt. Searches the day of the event and the days around its receipt. At most
   * 100.
   */
  list(of: AttachmentsOf): Promise<Attachment[]>;
  /**
   * One file by number, with its content; undefined if that event of that project has no such file.
   */
  open(projectId: ProjectId, eventId: EventId, id: number): Promise<OpenAttachment | undefined>;
}

/** `at`: time of the event; absent for feedback. */
export type AttachmentsOf = {
  projectId: ProjectId;
  eventId: EventId;
  receivedAt: number;
  at?: number;
};

type OpenAttachment = {
  attachment: Attachment;
  /** In pieces of at most 1 MiB, read on demand. Ends early if retention deletes the file. */
  chunks(): AsyncGenerator<Uint8Array>;
};

export type NewAttachment = Omit<Attachment, "id"> & {
  bytes: Uint8Array;
  /** Of name and content: the same file of an event is stored once. */
  digest: string;
};

/** `receivedAt`: the hour in which it is counted. */
export type ReceivedAttachment = NewAttachment & { receivedAt: number };

export const attachmentKey = ({
  projectId,
  eventId,
  digest,
}: Pick<NewAttachment, "projectId" | "eventId" | "digest">) => `${projectId}:${eventId}:${digest}`;
