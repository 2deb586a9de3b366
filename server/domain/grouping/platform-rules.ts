import type { Frame } from "#server/domain/event/error-event.ts";
import { javascript } from "./javascript.ts";

/** What differs by platform when events are grouped. All functions are optional. */
export type PlatformRules = {
  /** Whether events contain the source line of a frame, which then is part of its key. */
  hasContext?: boolean;
  isGenerated?: (frame: Frame) => boolean;
  /** A function without what differs between builds and runtimes; empty if nothing remains. */
  functionName?: (name: string, frame: Frame, context: string) => string;
  /** A module without what differs between builds; undefined if the file says the same. */
  moduleName?: (module: string, path: string) => string | undefined;
  fileName?: (name: string) => string;
  /** Whether a stack of this one frame identifies nothing. */
  isLoneUnnamed?: (frame: Frame) => boolean;
  /** Whether the message identifies exceptions of a type better than their stack. */
  isNamedByMessage?: (type: string) => boolean;
  /**
   * Rules of earlier versions. An event also finds its issue by the hashes that these give, so that
   * a change keeps issues. Applies from the change on to all of its events: remove an entry once
   * issues from before it no longer matter.
   */
  formerly?: readonly PlatformRules[];
};

/**
 * A change here changes hashes: move the rules as they were to `formerly`. That covers no change of
 * which frames are in-app (`event/never-in-app`, `ingest/sentry/event/in-app`): frames are
 * classified before they are grouped, so that new events of the affected issues become new issues.
 */
const platformRules: { readonly [platform: string]: PlatformRules } = {
  javascript,
  node: javascript,
  python: { hasContext: true },
  php: { hasContext: true },
  ruby: { hasContext: true },
  // `errors.New` and `fmt.Errorf` have one type, and the stack of the place of the report.
  go: { isNamedByMessage: (type) => /^\*?(?:errors|fmt|xerrors)\./.test(type) },
};

const others: PlatformRules = {};

export const rulesOf = (platform: string): PlatformRules =>
  Object.hasOwn(platformRules, platform) ? platformRules[platform]! : others;
