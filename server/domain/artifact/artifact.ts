import type { ProjectId } from "#server/domain/ids.ts";

/**
 * A bundle of files that a build tool uploaded (PROTOCOL A.14): created → uploading → assembling →
 * ready | failed (SPEC section 4). Bundles belong to projects; one upload may name several.
 */
export type Bundle = {
  id: number;
  projectId: ProjectId;
  /**
   * SHA-1 of the whole bundle, 40 lower-case hex digits: asking twice for the same is the same
   * bundle.
   */
  checksum: string;
  state: BundleState;
  release?: string;
  dist?: string;
  /** Who uploaded it: the user agent in few words (`sentry-cli/3.8.0`), or `form`. */
  uploadedBy: string;
  uploadedAt: number;
  fileCount: number;
  /** Of its files, unpacked; of what was announced while it is on its way. */
  byteLength: number;
};

export type BundleState =
  | { state: "uploading" }
  | { state: "assembling" }
  | { state: "ready" }
  /** A sentence for the tool's output and the page. */
  | { state: "failed"; reason: string };

export const artifactKinds = ["minified_source", "source_map", "source", "other"] as const;
export type ArtifactKind = (typeof artifactKinds)[number];

/** A file of a bundle. Its content is read apart. */
export type Artifact = {
  id: number;
  bundleId: number;
  kind: ArtifactKind;
  /** `~/assets/index-4f2a.js`: any origin. Never used as a path on disk. */
  url: string;
  /** Lower-case UUID with dashes. */
  debugId?: string;
  /** Where a minified source says its map is: relative to `url`. */
  sourceMapUrl?: string;
  byteLength: number;
};

/**
 * Why a frame shows what the browser ran, not what was written (SPEC section 3; the map doctor's
 * words).
 */
const unmappedReasons = [
  "no-debug-id", // the event names none for this file, and no release file has its URL
  "no-bundle", // it names one that was not uploaded
  "no-map", // the bundle has the file and no map for it
  "not-in-map", // the map has nothing for this position
  "broken-map", // the map cannot be read
  "no-position", // the frame has no line or no column
  "unread", // reading the map took too long, or more memory than it may have
] as const;
export type UnmappedReason = (typeof unmappedReasons)[number];
