import { href, redirect, type RouterContextProvider } from "react-router";
import { requestContext } from "#app/context.ts";
import { endedStepCookie, stepCookie } from "#app/cookies.ts";
import { localPath } from "#app/local-path.ts";
import type { Problem } from "#server/domain/problem.ts";
import { signedIn } from "./client-of.ts";
import type { SignInOutcome } from "#server/commands/sign-in/sign-in.ts";

type Asked = { context: Readonly<RouterContextProvider> };

/** The redirect after sign-in: always within this instance. */
export function nextOf(url: URL): string {
  return localPath(url.searchParams.get("next")) ?? "/";
}

/** After the first factor: redirects to the target or to the code page. */
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

/** `/login/code?next=%2Fshop`, without the parameter if it is the default. */
export function withNext(path: string, next: string): string {
  return next === "/" ? path : `${path}?${new URLSearchParams({ next })}`;
}
