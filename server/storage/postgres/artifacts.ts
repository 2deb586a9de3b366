import type { ArtifactStore } from "#server/storage/artifact-store.ts";
import type { Database } from "./database.ts";
import { notPortedYet } from "./not-ported-yet.ts";

export function artifactStore(_database: Database): ArtifactStore {
  return notPortedYet("artifacts");
}
