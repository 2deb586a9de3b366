import type { Artifact, UnmappedReason } from "#server/domain/artifact/artifact.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Asset } from "#server/domain/source-map/minified-stacks.ts";
import { readSourceMap, SourceMap } from "#server/domain/source-map/source-map.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";
import { inlineContent } from "./file-marks.ts";
import { type Build, findUploaded, type Uploaded } from "./find-map.ts";

export type AssetMap = SourceMap | UnmappedReason;

/** Approximate bytes of decoded maps cached for later events. */
const keptWeight = 96 << 20;

/**
 * Finds the source map of a built file: by debug ID, otherwise by release and URL, otherwise
 * returns what is missing.
 */
export function assetMaps(
  artifacts: ArtifactStore,
): (build: Build, asset: Asset) => Promise<AssetMap> {
  const kept = mapCache(keptWeight);
  const find = findUploaded(artifacts);

  async function read(projectId: ProjectId, { id, url }: Artifact): Promise<AssetMap> {
    const known = kept.get(id);
    if (known) return known;
    const content = await artifacts.content(projectId, id);
    const map = content ? readSourceMap(Buffer.from(content).toString("utf8"), url) : undefined;
    const found = map instanceof SourceMap ? map : "broken-map";
    kept.put(id, found);
    return found;
  }

  const readUploaded = async (
    projectId: ProjectId,
    uploaded: Uploaded | undefined,
  ): Promise<AssetMap | undefined> => {
    if (uploaded?.kind === "map") return read(projectId, uploaded.map);
    return uploaded?.kind === "inline"
      ? readInline(uploaded.dataUrl, uploaded.file.url)
      : uploaded?.kind;
  };

  return async (build, { url, debugId }) => {
    const { projectId } = build;
    const named = await readUploaded(projectId, await find.byDebugId(projectId, debugId));
    if (named instanceof SourceMap) return named;
    const placed = await readUploaded(projectId, await find.byUrl(build, url));
    return placed ?? named ?? (debugId === undefined ? "no-debug-id" : "no-bundle");
  };
}

function readInline(dataUrl: string, url: string): AssetMap {
  const map = readSourceMap(Buffer.from(inlineContent(dataUrl)).toString("utf8"), url);
  return map instanceof SourceMap ? map : "broken-map";
}

/**
 * An LRU cache limited by weight. A broken map has little weight and stays cached, so it isn't read
 * repeatedly.
 */
function mapCache(most: number) {
  // Insertion order is usage order.
  const kept = new Map<number, AssetMap>();
  let weight = 0;
  const weightOf = (map: AssetMap) => (map instanceof SourceMap ? map.weight : 100);

  return {
    get(id: number): AssetMap | undefined {
      const map = kept.get(id);
      if (map === undefined) return undefined;
      kept.delete(id);
      kept.set(id, map);
      return map;
    },
    put(id: number, map: AssetMap): void {
      kept.set(id, map);
      weight += weightOf(map);
      for (const [oldest, each] of kept) {
        if (weight <= most || oldest === id) return;
        kept.delete(oldest);
        weight -= weightOf(each);
      }
    },
  };
}
