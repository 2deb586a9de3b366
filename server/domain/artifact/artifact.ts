import type { ProjectId } from "#server/domain/ids.ts";

/**
 * A bundle of files uploaded by a build tool (Sentry's artifact bundles): created → uploading →
 * assembling → ready | failed. Bundles belong to projects; one upload may name several.
 */
export type Bundle = {
  id: number;
  projectId: ProjectId;
  /**
   * SHA-1 of the whole bundle, 40 lowercase hexadecimal digits: repeated requests refer to the same
   * bundle.
   */
  checksum: string;
  state: BundleState;
  release?: string;
  dist?: string;
  /** The uploader: a short user agent (`sentry-cli/3.8.0`), or `form`. */
  uploadedBy: string;
  uploadedAt: number;
  fileCount: number;
  /** Of its unpacked files; the declared size during the upload. */
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

/** A file of a bundle. Its content is read separately. */
export type Artifact = {
  id: number;
  bundleId: number;
  kind: ArtifactKind;
  /** `~/assets/index-4f2a.js`: any origin. Never used as a path on disk. */
  url: string;
  /** Lowercase UUID with dashes. */
  debugId?: string;
  /** The map's location in a minified file: relative to `url`. */
  sourceMapUrl?: string;
  byteLength: number;
};

/** Why a frame shows minified code instead of the original (shown on the source maps page). */
const unmappedReasons = [
  "no-debug-id", // the event has no debug ID for this file, and no release file has its URL
  "no-bundle", // its debug ID was not uploaded
  "no-map", // the bundle has the file but no map for it
  "not-in-map", // the map has no entry for this position
  "broken-map", // the map can't be read
  "no-position", // the frame has no line or column
  "unread", // reading the map took too long or too much memory
] as const;
export type UnmappedReason = (typeof unmappedReasons)[number];
