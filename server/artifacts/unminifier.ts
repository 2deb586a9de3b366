import { setTimeout as pause } from "node:timers/promises";
import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import { diskCauseOf } from "#server/domain/health/disk-cause.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import {
  type Asset,
  assetOf,
  type AssetOutcome,
  type MinifiedStacks,
  minifiedStacksOf,
  type UnminifiedStacks,
  withStacks,
} from "#server/domain/source-map/minified-stacks.ts";
import type { ArtifactStore } from "#server/storage/artifacts/artifact-store.ts";
import { outcomesOf } from "./unminify-stacks.ts";

type Unminified = { event: ErrorEvent; assets: AssetOutcome[] };

/** Undefined for events that aren't from a build: their code is the source. */
export type Unminify = (event: ErrorEvent, projectId: ProjectId) => Promise<Unminified | undefined>;

type UnminifierDeps = {
  artifacts: Pick<ArtifactStore, "hasAny">;
  /** Runs in the thread that parses maps (`artifact-worker.ts`). */
  unminifyThere: (stacks: MinifiedStacks) => Promise<UnminifiedStacks>;
  /**
   * For stored data: rejects while the machine lacks resources for the thread, so that the event
   * can wait.
   */
  rejectsExhausted?: boolean;
};

/**
 * An event is shown and stored minified rather than late: parsing a 30 MB map takes two seconds.
 */
const patienceMs = 10_000;

/** Un-minifies events. For projects without uploads, it only adds the reason. */
export function createUnminifier({
  artifacts,
  unminifyThere,
  rejectsExhausted,
}: UnminifierDeps): Unminify {
  const whenFailed = (error: unknown) => {
    if (rejectsExhausted === true && diskCauseOf(error) === "exhausted") throw error;
    return undefined;
  };
  return async (event, projectId) => {
    const minified = minifiedStacksOf(event, projectId);
    if (!minified) return undefined;
    const { stacks, assets } = (await artifacts.hasAny(projectId))
      ? ((await inTime(unminifyThere(minified).catch(whenFailed))) ??
        reasoned(minified, () => "unread"))
      : withoutMaps(minified);
    return { event: withStacks(event, stacks), assets };
  };
}

/** If the thread is slow or dead, the event stays minified. The next one may succeed. */
function inTime(
  answer: Promise<UnminifiedStacks | undefined>,
): Promise<UnminifiedStacks | undefined> {
  return Promise.race([answer, pause(patienceMs, undefined, { ref: false })]);
}

/** Of a project without uploads. */
export const withoutMaps = (minified: MinifiedStacks): UnminifiedStacks =>
  reasoned(minified, ({ debugId }) => (debugId === undefined ? "no-debug-id" : "no-bundle"));

/** The unchanged stacks with the reason. */
function reasoned(
  { stacks, debugIds }: MinifiedStacks,
  reasonOf: (asset: Asset) => UnmappedReason,
): UnminifiedStacks {
  const withReason = (frame: Frame): Frame => {
    const asset = assetOf(frame, debugIds);
    return asset ? { ...frame, unmapped: reasonOf(asset) } : frame;
  };
  const told = stacks.map((frames) => frames.map(withReason));
  return { stacks: told, assets: outcomesOf(stacks, told, debugIds) };
}
