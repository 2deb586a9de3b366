import { scopeOf } from "#app/ui/format/scope.ts";
import { readWindow } from "#server/domain/rollup/window.ts";
import type { ReleaseScope } from "#server/read/read-releases.ts";

/** Releases are days apart: the default range is a week. */
export const usualSince = "7d";

export function releaseScope(params: URLSearchParams, now: number): ReleaseScope {
  const { environment, since } = scopeOf(params);
  return {
    window: readWindow({ since: since ?? usualSince, until: params.get("until") }, now),
    environment,
  };
}
