import { timingSafeEqual } from "node:crypto";
import { addressBlock } from "#server/domain/people/address-block.ts";
import type { Client } from "#server/domain/people/client.ts";
import {
  type ProviderClaims,
  provesTwoFactors,
  type ProviderRefusal,
} from "#server/domain/people/provider-sign-in.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Provider } from "#server/oidc/provider.ts";
import type { PasswordUser } from "#server/storage/people/people-store.ts";
import type { AccessDeps } from "./access.ts";
import { isTwoFactorRequired, hasFactor } from "./factors.ts";
import { personOf } from "./provider-person.ts";
import { afterFirstFactor, noteSignIn } from "./second-factor.ts";
import { beginStep, takeStep, type PendingStep } from "#server/commands/steps.ts";
import { takeAttempt, throttleKey } from "./throttle.ts";
import type { SignInOutcome } from "./sign-in.ts";

type ProviderStart = { url: string; pending: PendingStep };

export type ProviderRefused = { refused: ProviderRefusal };

/** `next`: the page to open after sign-in, if known. */
type ProviderOutcome =
  | { outcome: Exclude<SignInOutcome, Problem>; next: string }
  | (ProviderRefused & { next?: string });

const callbackPath = "/login/oidc/callback";

export async function beginProviderSignIn(
  deps: AccessDeps,
  { publicUrl, next }: { publicUrl: string; next: string },
): Promise<ProviderStart | ProviderRefused> {
  if (!deps.provider) return { refused: "unreachable" };
  const begun = await deps.provider.begin(publicUrl + callbackPath);
  if ("refused" in begun) return begun;
  return { url: begun.url, pending: beginStep(deps, "provider", { checks: begun.checks, next }) };
}

/**
 * The step is marked as used first: a response counts only once, in the browser that started the
 * sign-in. `url`: the full public address of the callback.
 */
export async function completeProviderSignIn(
  deps: AccessDeps,
  pending: string | undefined,
  url: string,
  client: Client,
): Promise<ProviderOutcome> {
  const begun = deps.provider && (await takeStep(deps, "provider", pending));
  if (
    !deps.provider ||
    !begun ||
    !isSame(new URL(url).searchParams.get("state"), begun.checks.state)
  )
    return { refused: "stale" };
  const key = throttleKey("provider", addressBlock(client.address));
  const { next } = begun;
  if (await takeAttempt(deps, key)) return { refused: "limited", next };
  const claims = await deps.provider.finish(url, begun.checks);
  if ("refused" in claims) return { ...claims, next };
  const user = await personOf(deps, deps.provider.settings, claims, client);
  if ("refused" in user) return { ...user, next };
  await deps.store.throttles.clear(key);
  const outcome = await signInAs(deps, user, claims, client, deps.provider);
  return isProblem(outcome) ? { refused: "second-factor", next } : { outcome, next };
}

/**
 * The user's own second factor is always required, because another person may control the provider
 * account by now. If the user has none and the instance requires two factors, the provider must
 * confirm that it checked two.
 */
async function signInAs(
  deps: AccessDeps,
  user: PasswordUser,
  claims: ProviderClaims,
  client: Client,
  { settings: { name } }: Provider,
): Promise<SignInOutcome> {
  const secondFactor = provesTwoFactors(claims);
  if (await hasFactor(deps.store, user.id))
    return afterFirstFactor(deps, user, client, { passkeyCounts: true });
  if (!secondFactor && (await isTwoFactorRequired(deps.store)))
    return afterFirstFactor(deps, user, client);
  return {
    step: "signed-in",
    session: await noteSignIn(deps, user, client, { secondFactor, by: `with ${name}` }),
  };
}

function isSame(said: string | null, expected: string): boolean {
  const [a, b] = [Buffer.from(said ?? ""), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
