import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { type IsNewer, newerBy } from "#server/domain/release/order.ts";
import {
  type DigestTransaction,
  fingerprintKey,
  releaseKey,
} from "#server/storage/digest/digest-store.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Order of two releases, for issues resolved in one of them. Queries storage only if the batch has
 * such issues. A release's first-seen time is that of its earliest event, including those of this
 * batch.
 */
export async function releaseOrder(
  transaction: DigestTransaction,
  events: DigestEvent[],
  issues: Map<string, Issue>,
): Promise<(projectId: ProjectId) => IsNewer> {
  const pairs = events.flatMap((event) => {
    const { projectId, release, at } = event;
    const resolvedIn = resolvedRelease(issues.get(fingerprintKey(event))!);
    return release === undefined || resolvedIn === undefined
      ? []
      : [{ projectId, release, resolvedIn, at }];
  });
  const asked = pairs.flatMap(({ projectId, release, resolvedIn }) =>
    [release, resolvedIn].map((version) => ({ projectId, version })),
  );
  const seen =
    asked.length === 0 ? new Map<string, number>() : await transaction.releasesSeen(asked);
  for (const { projectId, release, at } of pairs) {
    const key = releaseKey({ projectId, version: release });
    seen.set(key, Math.min(seen.get(key) ?? at, at));
  }
  return (projectId) => newerBy((version) => seen.get(releaseKey({ projectId, version })));
}

function resolvedRelease({ state }: Issue): string | undefined {
  if (state.state !== "resolved") return undefined;
  if (state.in.kind === "release") return state.in.version;
  return state.in.kind === "next-release" ? state.in.after : undefined;
}
