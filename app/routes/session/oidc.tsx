import { redirect } from "react-router";
import { requestContext, servicesContext, viewerContext } from "#app/context.ts";
import { stepCookie } from "#app/cookies.ts";
import type { Route } from "./+types/oidc.ts";
import { refusedPath } from "./other-sign-ins.tsx";
import { nextOf } from "./step-on.ts";

/**
 * Redirects the browser to the single sign-on provider, with the state that its response must
 * match.
 */
export async function loader({ context, url }: Route.LoaderArgs) {
  const next = nextOf(url);
  if (context.get(viewerContext)) return redirect(next, 303);
  const facts = context.get(requestContext);
  const asked = { publicUrl: facts.publicUrl, next };
  const begun = await context.get(servicesContext).commands.beginProviderSignIn(asked);
  if ("refused" in begun) return redirect(refusedPath(begun.refused, next), 303);
  return redirect(begun.url, {
    status: 303,
    headers: { "Set-Cookie": stepCookie(begun.pending, facts) },
  });
}
