import { href, redirect, type RouterContextProvider } from "react-router";
import { requestContext } from "#app/context.ts";
import { endedStepCookie, stepCookie } from "#app/cookies.ts";
import { localPath } from "#app/local-path.ts";
import type { Problem } from "#server/domain/problem.ts";
import { signedIn } from "./client-of.ts";
import type { SignInOutcome } from "#server/commands/sign-in/sign-in.ts";

type Asked = { context: Readonly<RouterContextProvider> };

/** Where a sign-in leads afterwards: within this instance, whatever the address says. */
export function nextOf(url: URL): string {
  return localPath(url.searchParams.get("next")) ?? "/";
}

/** From a first proof to the next page: where one wanted to go, or to the question for a code. */
export function stepOn(
  asked: Asked,
  outcome: Exclude<SignInOutcome, Problem>,
  next: string,
): Response {
  const facts = asked.context.get(requestContext);
  if (outcome.step === "signed-in") {
    const headers = signedIn(asked, outcome.session);
    headers.append("Set-Cookie", endedStepCookie(facts));
    return redirect(next, { status: 303, headers });
  }
  const headers = { "Set-Cookie": stepCookie(outcome.pending, facts) };
  return redirect(withNext(href("/login/code"), next), { status: 303, headers });
}

/** `/login/code?next=%2Fshop`, and without the rest where it is what it would be anyway. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?${new URLSearchParams({ next })}`;
}
