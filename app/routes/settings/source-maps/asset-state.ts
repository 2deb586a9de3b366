import { unmappedWords } from "#server/domain/artifact/unmapped-words.ts";
import type { AssetCheck } from "#server/domain/artifact/asset-check.ts";

/** How a file fares, in a word or two, and why. */
export type AssetState = { isMapped: boolean; word: string; why?: string };

export function assetState({ now, release }: Pick<AssetCheck, "now" | "release">): AssetState {
  if (now === "mapped") return { isMapped: true, word: "mapped" };
  if (now === "mapped-since")
    return { isMapped: true, word: "mapped for new events", why: "and on the pages of those before" };
  if (now === "no-debug-id" && release === undefined)
    return {
      isMapped: false,
      word: "not mapped",
      why: "the event has no debug ID for this file and no release",
    };
  return { isMapped: false, word: "not mapped", why: unmappedWords[now] };
}
