import type { UnmappedReason } from "#server/domain/artifact/artifact.ts";
import { parseDebugId } from "#server/domain/artifact/asset-name.ts";
import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import type { ProjectId } from "#server/domain/ids.ts";

/** A file as the browser ran it: what a map is looked for by. */
export type Asset = { url: string; debugId?: string };

/** What of an event it takes to un-minify it: small enough to hand to another thread. */
export type MinifiedStacks = {
  projectId: ProjectId;
  release?: string;
  dist?: string;
  /** Debug ids by file. */
  debugIds: Map<string, string>;
  /** Of exceptions, then of threads, innermost frames first. */
  stacks: Frame[][];
};

/** The same stacks as they were written, and how each of their assets fared. */
export type UnminifiedStacks = { stacks: Frame[][]; assets: AssetOutcome[] };
export type AssetOutcome = Asset & { outcome: "mapped" | UnmappedReason; frames: number };

/** Undefined when no frame of the event is in a file that a build may have made. */
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

/** The event with its stacks as they were written. */
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

/**
 * The file that a frame is in; undefined where no map is to be looked for: engine code, sources
 * that came along.
 */
export function assetOf(frame: Frame, debugIds: ReadonlyMap<string, string>): Asset | undefined {
  const url = frame.absPath ?? frame.file;
  if (frame.mapped || url === undefined) return undefined;
  const debugId =
    debugIds.get(url) ?? (frame.file === undefined ? undefined : debugIds.get(frame.file));
  if (debugId !== undefined) return { url, debugId };
  return isServed(url) && !frame.context ? { url } : undefined;
}

// A page's own inline script has no file of its own, and a map of it neither.
const isServed = (url: string) => /^(?:https?|app):\/\/[^?#]*\.[cm]?jsx?(?:[?#]|$)/i.test(url);
