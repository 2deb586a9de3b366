import { isAssetRequest } from "./asset-request.ts";
import { isDetached } from "./detached-span.ts";
import { isIdle } from "./idle-interaction.ts";
import type { TraceSummary } from "./summary.ts";

/**
 * Traces that would flood a list without information: the page counts them, and lists them only for
 * `is:idle`, `is:asset`, and `is:detached`.
 */
export const unlistedKinds = ["idle", "asset", "detached"] as const;
export type UnlistedKind = (typeof unlistedKinds)[number];

/** For each sort: only such traces, or only others; absent: both. */
export type Unlisted = { [kind in UnlistedKind]?: boolean };

export function unlistedKindOf(summary: TraceSummary): UnlistedKind | undefined {
  if (isIdle(summary)) return "idle";
  if (isAssetRequest(summary)) return "asset";
  return isDetached(summary) ? "detached" : undefined;
}

/** Whether a trace of this sort, or of none, is requested. */
export const isAskedFor = (asked: Unlisted, kind: UnlistedKind | undefined): boolean =>
  unlistedKinds.every((each) => asked[each] === undefined || asked[each] === (kind === each));
