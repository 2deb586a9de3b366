import { href, redirect } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { endedStepCookie, stepTokenOf } from "#app/cookies.ts";
import type { Route } from "./+types/oidc-callback.ts";
import { clientOf } from "./client-of.ts";
import { refusedPath } from "./other-sign-ins.tsx";
import { stepOn } from "./step-on.ts";

/** Redirect target of the provider. The browser's step ends here in any case. */
export async function loader(args: Route.LoaderArgs) {
  const { request, context } = args;
  const facts = context.get(requestContext);
  // As the provider knows this URL: a proxy may have changed it.
  const url = facts.publicUrl + href("/login/oidc/callback") + args.url.search;
  const pending = stepTokenOf(request, facts);
  const outcome = await context
    .get(servicesContext)
    .commands.completeProviderSignIn(pending, url, clientOf(args));
  if ("outcome" in outcome) return stepOn(args, outcome.outcome, outcome.next);
  const headers = { "Set-Cookie": endedStepCookie(facts) };
  return redirect(refusedPath(outcome.refused, outcome.next ?? "/"), { status: 303, headers });
}
