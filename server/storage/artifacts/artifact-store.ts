import type {
  Artifact,
  ArtifactKind,
  Bundle,
  BundleState,
  UnmappedReason,
} from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/**
 * What build tools upload. Chunks and files are in a file of their own (`artifacts.db`), so that
 * telemetry's files stay small and a bundle that is removed gives its space back. Chunks are named
 * by the digest of what they hold, never by a sender.
 */
export interface ArtifactStore {
  /** Those of these SHA-1 digests that no chunk has, in the order asked. */
  missingChunks(digests: string[]): Promise<string[]>;
  /**
   * `digest` has been verified against `bytes` by the caller. A chunk that is there already is
   * left, and its time renewed.
   */
  putChunk(chunk: { digest: string; bytes: Uint8Array; at: number }): Promise<void>;
  /** In the order asked; undefined as soon as one is missing. */
  readChunks(digests: string[]): Promise<Uint8Array[] | undefined>;
  /** Chunks not touched since `before`. Returns how many. */
  evictChunks(before: number): Promise<number>;

  /** Finds the project's bundle with this checksum, or makes it in state `uploading`. */
  openBundle(bundle: NewBundle): Promise<Bundle>;
  /**
   * Moves the bundle on; with `ready` come its files, in the same transaction, and its length is
   * theirs from then on. One that is ready stays as it is: two processes may be asked to put the
   * same one together.
   */
  settleBundle(bundle: BundleName, state: BundleState, files?: NewArtifact[]): Promise<void>;
  bundle(projectId: ProjectId, id: number): Promise<Bundle | undefined>;
  /** Newest first. */
  bundles(
    projectId: ProjectId,
    page: { release?: string; cursor?: string; limit: number },
  ): Promise<{ rows: Bundle[]; next?: string }>;
  removeBundle(projectId: ProjectId, id: number): Promise<void>;
  files(projectId: ProjectId, bundleId: number): Promise<Artifact[]>;
  content(projectId: ProjectId, artifactId: number): Promise<Uint8Array | undefined>;
  /**
   * Whether the project has anything uploaded at all: events of those that have not are spared
   * every lookup.
   */
  hasAny(projectId: ProjectId): Promise<boolean>;
  /** Bytes of what projects have uploaded, before they were compressed. */
  bytesByProject(): Promise<[ProjectId, bytes: number][]>;
  /** The newest ready files of the project with this debug id. */
  byDebugId(projectId: ProjectId, debugId: string): Promise<Artifact[]>;
  /**
   * The newest ready file of a release with this URL (`~/…`); with `dist` that one's, else one
   * without dist; null: whichever.
   */
  byUrl(
    projectId: ProjectId,
    release: string,
    dist: Dist,
    url: string,
  ): Promise<Artifact | undefined>;

  /** For the map doctor: increments; `outcome` and `lastSeen` are the latest. */
  addSeenAssets(seenAssets: SeenAsset[]): Promise<void>;
  /** The most frequent first. */
  seenAssets(projectId: ProjectId, limit: number): Promise<SeenAsset[]>;
}

export type Dist = string | null | undefined;

export type BundleName = Pick<Bundle, "projectId" | "id">;

export type NewBundle = Pick<
  Bundle,
  "projectId" | "checksum" | "release" | "dist" | "uploadedBy" | "uploadedAt" | "byteLength"
>;

export type NewArtifact = {
  kind: ArtifactKind;
  url: string;
  debugId?: string;
  sourceMapUrl?: string;
  content: Uint8Array;
};

/** How frames of one asset fared: an asset is its URL with the release's debug id. */
export type SeenAsset = {
  projectId: ProjectId;
  url: string;
  debugId?: string;
  release?: string;
  outcome: "mapped" | UnmappedReason;
  frames: number;
  lastSeen: number;
};
