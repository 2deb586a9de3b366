import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { builtHash } from "#server/domain/grouping/built-hash.ts";
import type { Grouping } from "#server/domain/grouping/grouping.ts";
import type { Ruled } from "#server/domain/grouping-rules/rule.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { AssetOutcome } from "#server/domain/source-map/minified-stacks.ts";
import type { SeenAsset } from "#server/storage/artifacts/artifact-store.ts";
import type { Piece } from "#server/digest/absorb.ts";
import type { DigestEvent, EventName } from "./digest-event.ts";

export type UnminifyDeps = {
  unminify: (
    event: ErrorEvent,
    projectId: ProjectId,
  ) => Promise<{ event: ErrorEvent; assets: AssetOutcome[] } | undefined>;
  /** Applies the project's rules, if any. `ruled`: the rules' result for the unminified event. */
  describe: (
    event: ErrorEvent,
    projectId: ProjectId,
  ) => { name: EventName; grouping: Grouping; ruled?: Ruled };
  withRuled: (body: Uint8Array, ruled: Ruled | undefined) => Uint8Array;
  /** Records the status of each asset, for the page of missing source maps. */
  see: (seenAssets: SeenAsset[]) => void;
};

/**
 * Unminifies the stacks of a batch, and titles and groups its events by the result, as far as
 * source maps exist.
 */
export async function unminifyBatch(batch: Piece, deps: UnminifyDeps): Promise<Piece> {
  if (!batch.events.some(({ minified, assets }) => minified ?? assets)) return batch;
  return {
    ...batch,
    events: await Promise.all(batch.events.map((event) => unminifyOne(event, deps))),
  };
}

async function unminifyOne(
  { minified, assets, ...event }: DigestEvent,
  deps: UnminifyDeps,
): Promise<DigestEvent> {
  if (!minified && !assets) return event;
  const { hash } = event;
  // Other events whose source maps were present have created this issue.
  const asBuilt = { ...event, aliases: { find: [builtHash(hash)], keep: [] } };
  if (assets) deps.see(assets.map((asset) => seenAssetOf(event, asset)));
  if (!minified) return asBuilt;
  const written = await deps.unminify(minified, event.projectId);
  if (!written) return asBuilt;
  deps.see(written.assets.map((asset) => seenAssetOf(event, asset)));
  if (!written.assets.some(({ outcome }) => outcome === "mapped")) return asBuilt;
  const { name, grouping, ruled } = deps.describe(written.event, event.projectId);
  const body = isSame(ruled, minified.ruled) ? event.body : deps.withRuled(event.body, ruled);
  const hashed = { hash: grouping.hash, ...(grouping.formerly && { formerly: grouping.formerly }) };
  if (grouping.hash === hash) return { ...asBuilt, ...name, body };
  // A rule's fingerprint replaces any earlier grouping.
  if (grouping.basis === "rule") return { ...event, ...name, body, ...hashed };
  return {
    ...event,
    body,
    ...name,
    ...hashed,
    aliases: { find: [hash], keep: [builtHash(hash)] },
  };
}

const isSame = (one: Ruled | undefined, other: Ruled | undefined) =>
  JSON.stringify(one) === JSON.stringify(other);

function seenAssetOf(
  { projectId, release, receivedAt }: DigestEvent,
  asset: AssetOutcome,
): SeenAsset {
  return { projectId, ...asset, lastSeen: receivedAt, ...(release !== undefined && { release }) };
}
