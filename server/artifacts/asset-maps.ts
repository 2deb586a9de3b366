import type { Artifact, UnmappedReason } from "#server/domain/artifact/artifact.ts";
import { mapUrlOf, tildeUrl } from "#server/domain/artifact/asset-name.ts";
import type { Asset, MinifiedStacks } from "#server/domain/source-map/minified-stacks.ts";
import { readSourceMap, SourceMap } from "#server/domain/source-map/source-map.ts";
import type { ArtifactStore } from "#server/storage/artifact-store.ts";

export type AssetMap = SourceMap | UnmappedReason;
export type Build = Pick<MinifiedStacks, "projectId" | "release" | "dist">;

/** Decoded maps that are kept for the next event, near enough in bytes. */
const keptWeight = 96 << 20;

/** Finds the map of a built file (PROTOCOL A.15): by debug id, else by release and URL, else says what is missing. */
export function assetMaps(artifacts: ArtifactStore): (build: Build, asset: Asset) => Promise<AssetMap> {
  const kept = mapCache(keptWeight);

  async function read({ id, url }: Artifact): Promise<AssetMap> {
    const known = kept.get(id);
    if (known) return known;
    const content = await artifacts.content(id);
    const map = content ? readSourceMap(Buffer.from(content).toString("utf8"), url) : undefined;
    const found = map instanceof SourceMap ? map : "broken-map";
    kept.put(id, found);
    return found;
  }

  async function byDebugId(projectId: Build["projectId"], debugId: string): Promise<AssetMap | undefined> {
    const files = await artifacts.byDebugId(projectId, debugId);
    const map = files.find(({ kind }) => kind === "source_map");
    if (map) return read(map);
    return files.length > 0 ? "no-map" : undefined;
  }

  async function byUrl({ projectId, release, dist }: Build, url: string): Promise<AssetMap | undefined> {
    if (release === undefined) return undefined;
    const find = (wanted: string) => artifacts.byUrl(projectId, release, dist, wanted);
    const file = await find(tildeUrl(url));
    if (file?.sourceMapUrl?.startsWith("data:")) return readInline(file.sourceMapUrl, file.url);
    const map =
      (file?.sourceMapUrl && (await find(mapUrlOf(url, file.sourceMapUrl)))) || (await find(`${tildeUrl(url)}.map`));
    if (map) return read(map);
    return file ? "no-map" : undefined;
  }

  return async (build, { url, debugId }) => {
    const named = debugId === undefined ? undefined : await byDebugId(build.projectId, debugId);
    if (named instanceof SourceMap) return named;
    return (await byUrl(build, url)) ?? named ?? (debugId === undefined ? "no-debug-id" : "no-bundle");
  };
}

function readInline(dataUrl: string, url: string): AssetMap {
  const [head = "", body = ""] = dataUrl.split(/,(.*)/s, 2);
  const text = head.endsWith(";base64") ? Buffer.from(body, "base64").toString("utf8") : decodeURIComponent(body);
  const map = readSourceMap(text, url);
  return map instanceof SourceMap ? map : "broken-map";
}

/** The last used, up to a weight. A broken map weighs little and is not read again and again. */
function mapCache(most: number) {
  // Insertion order is order of use.
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
