import type { Artifact } from "#server/domain/artifact/artifact.ts";
import { mapUrlOf, tildeUrl } from "#server/domain/artifact/asset-name.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Asset, MinifiedStacks } from "#server/domain/source-map/minified-stacks.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";

export type Build = Pick<MinifiedStacks, "projectId" | "release"> & {
  /** null: any dist. */
  dist?: string | null;
};

/** The upload for a built file: its map, the file with an inline map, or the file alone. */
export type Uploaded =
  | { kind: "map"; map: Artifact }
  | { kind: "inline"; file: Artifact; dataUrl: string }
  | { kind: "no-map"; file: Artifact };

type FindUploaded = {
  byDebugId(projectId: ProjectId, debugId: string | undefined): Promise<Uploaded | undefined>;
  byUrl(build: Build, url: string): Promise<Uploaded | undefined>;
};

/** Finds a built file's map without reading it: by debug ID, otherwise by release and URL. */
export function findUploaded(artifacts: Pick<ArtifactStore, "byDebugId" | "byUrl">): FindUploaded {
  return {
    async byDebugId(projectId, debugId) {
      const files = debugId === undefined ? [] : await artifacts.byDebugId(projectId, debugId);
      const map = files.find(({ kind }) => kind === "source_map");
      if (map) return { kind: "map", map };
      return files[0] && { kind: "no-map", file: files[0] };
    },

    async byUrl({ projectId, release, dist }, url) {
      if (release === undefined) return undefined;
      const find = (wanted: string) => artifacts.byUrl(projectId, release, dist, wanted);
      const file = await find(tildeUrl(url));
      const said = file?.sourceMapUrl;
      if (file && said?.startsWith("data:")) return { kind: "inline", file, dataUrl: said };
      const map =
        (said && (await find(mapUrlOf(url, said)))) || (await find(`${tildeUrl(url)}.map`));
      if (map) return { kind: "map", map };
      return file && { kind: "no-map", file };
    },
  };
}

/** The upload currently used for frames of the file. */
export async function uploadedFor(
  { byDebugId, byUrl }: FindUploaded,
  build: Build,
  { url, debugId }: Asset,
): Promise<Uploaded | undefined> {
  const named = await byDebugId(build.projectId, debugId);
  return named?.kind === "map" ? named : ((await byUrl(build, url)) ?? named);
}
