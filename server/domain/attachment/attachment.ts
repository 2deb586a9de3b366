import type { EventId, ProjectId } from "#server/domain/ids.ts";

/**
 * A file of an event or user feedback. Its name and type come from the sender and are never
 * trusted.
 */
export type Attachment = {
  id: number;
  projectId: ProjectId;
  eventId: EventId;
  /** Time of its event; if it arrived separately, time of receipt. */
  at: number;
  name: string;
  /** As sent by the client: `text/plain`. */
  contentType: string;
  /** The SDKs' type: `event.attachment`, `event.view_hierarchy`. */
  kind: string;
  byteLength: number;
  /** Set if its first bytes are those of a pixel image. */
  raster?: RasterType;
  /** The beginning of a text, by name and by bytes. */
  preview?: string;
};

/** Images that run no script and load nothing; excludes SVG. */
export type RasterType = "image/png" | "image/jpeg" | "image/gif" | "image/webp";

/** The category of attachments in outcomes, in bytes: excluded from sums of received items. */
export const attachmentCategory = "attachment";
