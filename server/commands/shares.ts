import { dayMs } from "#server/domain/time.ts";
import type { Problem } from "#server/domain/problem.ts";
import type { Project } from "#server/domain/project/project.ts";
import { hasEnded, mostSharedSpans, type ShareTarget } from "#server/domain/share/share.ts";
import type { Share } from "#server/storage/projects/share-store.ts";
import type { Store } from "#server/storage/store.ts";
import { audit } from "./audit.ts";
import { hashSecret, makeSecret } from "./sign-in/secrets.ts";
import type { Doer } from "#server/domain/people/audit.ts";

type AskedShare = {
  target: ShareTarget;
  about: string;
  /** Days until expiration; absent: never expires. */
  days?: number;
};

type MadeShare = { id: number; token: string; expiresAt?: number };

type Deps = { store: Store; now: () => number };

/**
 * Only the token's hash is stored. The token is shown only once. `about`: name of the shared object
 * in the audit log. "too-large" for traces that are slow to render.
 */
export async function makeShare(
  deps: Deps,
  { viewer, asker }: Doer,
  project: Project,
  asked: AskedShare,
): Promise<MadeShare | Problem> {
  const { target, about, days } = asked;
  const { store, now } = deps;
  if (
    target.kind === "trace" &&
    (await store.traces.spanCount(project.id, target.traceId)) > mostSharedSpans
  )
    return tooLarge;
  const token = makeSecret();
  const expires = days === undefined ? {} : { expiresAt: now() + days * dayMs };
  const named = {
    tokenHash: hashSecret(token),
    projectId: project.id,
    target,
    madeBy: viewer.user.id,
  };
  const { id } = await store.shares.create({ ...named, createdAt: now(), ...expires });
  const detail = days === undefined ? "never expires" : `for ${days} days`;
  await audit(deps, asker, { kind: "share-made", projectId: project.id, about, detail });
  return { id, token, ...expires };
}

export async function revokeShare(
  deps: Deps,
  { asker }: Doer,
  project: Project,
  id: number,
): Promise<Problem | undefined> {
  const share = await deps.store.shares.remove(project.id, id);
  if (!share) return { problem: "not-found", detail: "Share link not found." };
  const about = await nameOf(deps, share);
  await audit(deps, asker, { kind: "share-revoked", projectId: project.id, about });
  return undefined;
}

async function nameOf({ store }: Deps, { projectId, target }: Share): Promise<string> {
  if (target.kind === "trace") return `trace ${target.traceId}`;
  return (await store.issues.find(projectId, { id: target.issueId }))?.shortId ?? "a deleted issue";
}

/** What the link shows; undefined for a revoked, expired, or unknown link. */
export async function shareOf({ store, now }: Deps, token: string): Promise<Share | undefined> {
  const share = await store.shares.find(hashSecret(token));
  return share && !hasEnded(share, now()) ? share : undefined;
}

const tooLarge: Problem = {
  problem: "too-large",
  detail: `A trace of more than ${mostSharedSpans.toLocaleString("en")} spans can't be shared, because it takes too long to render.`,
};
