import type { ProjectId } from "#server/domain/ids.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import { type IsNewer, newerBy } from "#server/domain/release/order.ts";
import { type DigestTransaction, fingerprintKey, releaseKey } from "#server/storage/digest-store.ts";
import type { DigestEvent } from "./digest-event.ts";

/**
 * Which of two releases came first, for the issues of a batch that are resolved in one: storage is asked only when there
 * are such. A release that nobody has seen before is first seen with its event.
 */
export async function releaseOrder(
  transaction: DigestTransaction,
  events: DigestEvent[],
  issues: Map<string, Issue>,
): Promise<(projectId: ProjectId) => IsNewer> {
  const pairs = events.flatMap((event) => {
    const { projectId, release, receivedAt } = event;
    const resolvedIn = resolvedRelease(issues.get(fingerprintKey(event))!);
    return release === undefined || resolvedIn === undefined ? [] : [{ projectId, release, resolvedIn, receivedAt }];
  });
  const asked = pairs.flatMap(({ projectId, release, resolvedIn }) =>
    [release, resolvedIn].map((version) => ({ projectId, version })),
  );
  const seen = asked.length === 0 ? new Map<string, number>() : await transaction.releasesSeen(asked);
  for (const { projectId, release, receivedAt } of pairs) {
    const key = releaseKey({ projectId, version: release });
    if (!seen.has(key)) seen.set(key, receivedAt);
  }
  return (projectId) => newerBy((version) => seen.get(releaseKey({ projectId, version })));
}

function resolvedRelease({ state }: Issue): string | undefined {
  if (state.state !== "resolved") return undefined;
  if (state.in.kind === "release") return state.in.version;
  return state.in.kind === "next-release" ? state.in.after : undefined;
}
