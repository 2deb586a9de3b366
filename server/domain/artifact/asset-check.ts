import type { Bundle, UnmappedReason } from "./artifact.ts";

/** A file in stack traces, and the current status of its frames, including later uploads. */
export type AssetCheck = {
  url: string;
  debugId?: string;
  release?: string;
  frames: number;
  lastSeen: number;
  /** `mapped-since`: unmapped when last seen, but mapped by a later upload. */
  now: "mapped" | "mapped-since" | UnmappedReason;
  /** The uploaded file, and its uploader. */
  upload?: Pick<Bundle, "id" | "uploadedAt" | "uploadedBy">;
};
