import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import { parseDebugId } from "#server/domain/artifact/asset-name.ts";
import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/** An executed file: the key for finding a map. */
export type Asset = { url: string; debugId?: string };

/** The part of an event needed to unminify it: small enough for another thread. */
export type MinifiedStacks = {
  projectId: ProjectId;
  release?: string;
  dist?: string;
  /** Debug IDs by file. */
  debugIds: Map<string, string>;
  /** Of exceptions, then of threads, innermost frames first. */
  stacks: Frame[][];
};

/** The unminified stacks, and the status of each asset. */
export type UnminifiedStacks = { stacks: Frame[][]; assets: AssetOutcome[] };
export type AssetOutcome = Asset & { outcome: "mapped" | UnmappedReason; frames: number };

/** Undefined if no frame is in a possibly built file. */
export function minifiedStacksOf(
  event: ErrorEvent,
  projectId: ProjectId,
): MinifiedStacks | undefined {
  if (event.platform !== "javascript" && event.platform !== "node") return undefined;
  const stacks = [...event.exceptions, ...event.threads].map(({ frames }) => frames);
  const debugIds = new Map(
    event.debugImages.flatMap(({ codeFile, debugId }) => pairOf(codeFile, debugId)),
  );
  if (!stacks.some((frames) => frames.some((frame) => assetOf(frame, debugIds)))) return undefined;
  const { release, dist } = event;
  return {
    projectId,
    debugIds,
    stacks,
    ...(release !== undefined && { release }),
    ...(dist !== undefined && { dist }),
  };
}

function pairOf(file: string, debugId: string): [string, string][] {
  const id = parseDebugId(debugId);
  return id === undefined ? [] : [[file, id]];
}

/** The event with its original stacks. */
export function withStacks(event: ErrorEvent, stacks: Frame[][]): ErrorEvent {
  const count = event.exceptions.length;
  return {
    ...event,
    exceptions: event.exceptions.map((exception, index) => ({
      ...exception,
      frames: stacks[index]!,
    })),
    threads: event.threads.map((thread, index) => ({ ...thread, frames: stacks[count + index]! })),
  };
}

/** The file of a frame; undefined if it needs no map: engine code, or a frame with its source. */
export function assetOf(frame: Frame, debugIds: ReadonlyMap<string, string>): Asset | undefined {
  const url = frame.absPath ?? frame.file;
  if (frame.mapped || url === undefined) return undefined;
  const debugId =
    debugIds.get(url) ?? (frame.file === undefined ? undefined : debugIds.get(frame.file));
  if (debugId !== undefined) return { url, debugId };
  return isServed(url) && !frame.context ? { url } : undefined;
}

// A page's inline script has no file, and therefore no map.
const isServed = (url: string) => /^(?:https?|app):\/\/[^?#]*\.[cm]?jsx?(?:[?#]|$)/i.test(url);
