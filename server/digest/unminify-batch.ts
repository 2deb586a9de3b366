import type { ErrorEvent } from "#server/domain/event/error-event.ts";
import { builtHash } from "#server/domain/grouping/built-hash.ts";
import type { Grouping } from "#server/domain/grouping/grouping.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { AssetOutcome } from "#server/domain/source-map/minified-stacks.ts";
import type { AssetSighting } from "#server/storage/artifact-store.ts";
import type { Batch } from "./absorb.ts";
import type { DigestEvent, EventName } from "./digest-event.ts";

export type UnminifyParts = {
  unminify: (
    event: ErrorEvent,
    projectId: ProjectId,
  ) => Promise<{ event: ErrorEvent; assets: AssetOutcome[] } | undefined>;
  describe: (event: ErrorEvent) => { name: EventName; grouping: Grouping };
  /** How each asset fared, for the page that says which maps are missing. */
  see: (sightings: AssetSighting[]) => void;
};

/** The batch with its stacks as they were written, named and grouped by that, as far as source maps are there. */
export async function unminifyBatch(batch: Batch, parts: UnminifyParts): Promise<Batch> {
  if (!batch.events.some(({ minified }) => minified)) return batch;
  return { ...batch, events: await Promise.all(batch.events.map((event) => unminifyOne(event, parts))) };
}

async function unminifyOne({ minified, ...event }: DigestEvent, parts: UnminifyParts): Promise<DigestEvent> {
  if (!minified) return event;
  const written = await parts.unminify(minified, event.projectId);
  const { hash } = event;
  // Known as an issue that other events, with their maps, have made.
  const asBuilt = { ...event, aliases: { find: [builtHash(hash)], keep: [] } };
  if (!written) return asBuilt;
  parts.see(written.assets.map((asset) => sightingOf(event, asset)));
  if (!written.assets.some(({ outcome }) => outcome === "mapped")) return asBuilt;
  const { name, grouping } = parts.describe(written.event);
  if (grouping.hash === hash) return { ...asBuilt, ...name };
  return { ...event, ...name, hash: grouping.hash, aliases: { find: [hash], keep: [builtHash(hash)] } };
}

function sightingOf({ projectId, release, receivedAt }: DigestEvent, asset: AssetOutcome): AssetSighting {
  return { projectId, ...asset, lastSeen: receivedAt, ...(release !== undefined && { release }) };
}
