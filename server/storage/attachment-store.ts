import type { Attachment } from "#server/domain/attachment/attachment.ts";
import type { EventId, ProjectId } from "#server/domain/ids.ts";

/** Files that came with events and with feedback. They lie with the telemetry of the day on which they came, and go with it. */
export interface AttachmentStore {
  /**
   * In the order in which they came. `receivedAt` is when what they belong to came: the days beside it are looked at. At most
   * 100.
   */
  list(of: { projectId: ProjectId; eventId: EventId; receivedAt: number }): Promise<Attachment[]>;
  /** One by its number, with its content; undefined when that event of that project has no such file. */
  open(projectId: ProjectId, eventId: EventId, id: number): Promise<OpenAttachment | undefined>;
}

export type OpenAttachment = {
  attachment: Attachment;
  /** Piece by piece, each of at most a mebibyte, read when it is asked for; ends early where retention was quicker. */
  chunks(): AsyncGenerator<Uint8Array>;
};

export type NewAttachment = Omit<Attachment, "id"> & {
  bytes: Uint8Array;
  /** Of name and content: the same file of the same event is kept once. */
  digest: string;
};

export const attachmentKey = ({
  projectId,
  eventId,
  digest,
}: Pick<NewAttachment, "projectId" | "eventId" | "digest">) => `${projectId}:${eventId}:${digest}`;
