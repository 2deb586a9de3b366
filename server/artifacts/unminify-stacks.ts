import type { Frame } from "#server/domain/event/error-event.ts";
import {
  type Asset,
  assetOf,
  type AssetOutcome,
  type MinifiedStacks,
  type UnminifiedStacks,
} from "#server/domain/source-map/minified-stacks.ts";
import { unminify } from "#server/domain/source-map/unminify.ts";
import type { AssetMap } from "./asset-maps.ts";
import type { Build } from "./find-map.ts";

type FindMap = (build: Build, asset: Asset) => Promise<AssetMap>;

/**
 * Un-minifies stacks as far as maps exist. Runs only where maps may be parsed: never on the page
 * thread.
 */
export async function unminifyStacks(
  minified: MinifiedStacks,
  findMap: FindMap,
): Promise<UnminifiedStacks> {
  const { stacks, debugIds } = minified;
  const maps = new Map<string, AssetMap>();
  for (const frame of stacks.flat()) {
    const asset = assetOf(frame, debugIds);
    if (asset && !maps.has(asset.url)) maps.set(asset.url, await findMap(minified, asset));
  }
  const mapOf = (frame: Frame) => {
    const asset = assetOf(frame, debugIds);
    return asset && maps.get(asset.url);
  };
  const written = stacks.map((frames) => unminify(frames, mapOf));
  return { stacks: written, assets: outcomesOf(stacks, written, debugIds) };
}

/**
 * One line per file: a file is mapped if any of its frames was, because some positions have no
 * source.
 */
export function outcomesOf(
  stacks: Frame[][],
  written: Frame[][],
  debugIds: ReadonlyMap<string, string>,
): AssetOutcome[] {
  const after = written.flat();
  const outcomes = new Map<string, AssetOutcome>();
  for (const [index, frame] of stacks.flat().entries()) {
    const asset = assetOf(frame, debugIds);
    if (!asset) continue;
    const outcome = after[index]!.unmapped ?? "mapped";
    const known = outcomes.get(asset.url);
    if (!known) outcomes.set(asset.url, { ...asset, outcome, frames: 1 });
    else
      Object.assign(known, { frames: known.frames + 1, ...(outcome === "mapped" && { outcome }) });
  }
  return [...outcomes.values()];
}
