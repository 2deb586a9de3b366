import type {
  Artifact,
  ArtifactKind,
  Bundle,
  BundleState,
  UnmappedReason,
} from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/**
 * Uploads of build tools. Chunks and files are in a separate file (`artifacts.db`), so that
 * telemetry files stay small and a removed bundle frees its space. Chunks are named by their
 * digest, never by a sender.
 */
export interface ArtifactStore {
  /** The SHA-1 digests without a chunk, in the order given. */
  missingChunks(digests: string[]): Promise<string[]>;
  /**
   * The caller has verified `digest` against `bytes`. For an existing chunk, only renews its time.
   */
  putChunk(chunk: { digest: string; bytes: Uint8Array; at: number }): Promise<void>;
  /** In the order given; undefined if one is missing. */
  readChunks(digests: string[]): Promise<Uint8Array[] | undefined>;
  /** Deletes chunks not touched since `before`. Returns their number. */
  evictChunks(before: number): Promise<number>;

  /** Finds the project's bundle with this checksum, or creates it with state `uploading`. */
  openBundle(bundle: NewBundle): Promise<Bundle>;
  /**
   * Changes the bundle's state. `ready` also stores its files, in the same transaction, and sets
   * its length to theirs. A ready bundle stays unchanged, because two processes may assemble the
   * same one.
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
  /** Whether the project has uploads. Events of projects without any skip all lookups. */
  hasAny(projectId: ProjectId): Promise<boolean>;
  /** Uncompressed bytes of each project's uploads. */
  bytesByProject(): Promise<[ProjectId, bytes: number][]>;
  /** The newest ready files of the project with this debug ID. */
  byDebugId(projectId: ProjectId, debugId: string): Promise<Artifact[]>;
  /**
   * The newest ready file of a release with this URL (`~/…`). With `dist`: that dist's file,
   * otherwise one without a dist. Null: any.
   */
  byUrl(
    projectId: ProjectId,
    release: string,
    dist: Dist,
    url: string,
  ): Promise<Artifact | undefined>;

  /** For the source maps page: increments. `outcome` and `lastSeen` are the latest. */
  addSeenAssets(seenAssets: SeenAsset[]): Promise<void>;
  /** Most frequent first. */
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

/**
 * Status of the frames of one asset, which is identified by its URL and its release or debug ID.
 */
export type SeenAsset = {
  projectId: ProjectId;
  url: string;
  debugId?: string;
  release?: string;
  outcome: "mapped" | UnmappedReason;
  frames: number;
  lastSeen: number;
};
