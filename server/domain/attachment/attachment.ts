import type { EventId, ProjectId } from "#server/domain/ids.ts";

/**
 * A file that came with an event, or with user feedback. Its name and type are the sender's and
 * never trusted.
 */
export type Attachment = {
  id: number;
  projectId: ProjectId;
  eventId: EventId;
  /** When its event happened; of one that came apart from its event, when it was received. */
  at: number;
  name: string;
  /** As the client calls it: `text/plain`. */
  contentType: string;
  /** What SDKs file it under: `event.attachment`, `event.view_hierarchy`. */
  kind: string;
  byteLength: number;
  /** Set when its first bytes say that it is a picture of pixels. */
  raster?: RasterType;
  /** The beginning of what is text by name and by bytes. */
  preview?: string;
};

/** Pictures that run no script and load nothing: SVG is none of them. */
export type RasterType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** The category of outcomes that counts attachments, in bytes: sums of what came leave it out. */
export const attachmentCategory = "attachment";
