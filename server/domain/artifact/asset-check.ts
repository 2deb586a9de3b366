import type { Bundle, UnmappedReason } from "./artifact.ts";

/**
 * A file that browsers ran, and how its frames would fare now: what was uploaded since it was seen
 * counts.
 */
export type AssetCheck = {
  url: string;
  debugId?: string;
  release?: string;
  frames: number;
  lastSeen: number;
  /** `mapped-since`: not when it was last seen, but with what is there now. */
  now: "mapped" | "mapped-since" | UnmappedReason;
  /** What there is of it, and who uploaded that. */
  upload?: Pick<Bundle, "id" | "uploadedAt" | "uploadedBy">;
};
