import { data, href, redirect } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { stepCookie, stepTokenOf } from "#app/cookies.ts";
import { isProblem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/passkey.ts";
import { clientOf } from "./client-of.ts";
import { nextOf, stepOn } from "./step-on.ts";

/** Nothing to see: the sign-in page has the button (`enhance/passkey-sign-in.tsx`), and this answers it. */
export function loader() {
  return redirect(href("/login"), 303);
}

export async function action(args: Route.ActionArgs) {
  const { request, context, url } = args;
  const form = await request.formData();
  const facts = context.get(requestContext);
  const { commands } = context.get(servicesContext);
  const asked = { publicUrl: facts.publicUrl, client: clientOf(args) };
  if (form.get("intent") !== "finish") {
    const { options, pending } = commands.beginPasskeySignIn(asked);
    return data({ options }, { headers: { "Set-Cookie": stepCookie(pending, facts) } });
  }
  const pending = stepTokenOf(request, facts);
  const session = await commands.completePasskeySignIn(String(form.get("answer")), { ...asked, pending });
  if (isProblem(session)) return data({ wrong: session.detail }, { status: statusOf(session) });
  return stepOn(args, { step: "signed-in", session }, nextOf(url));
}

export default function Passkey() {
  return null;
}
