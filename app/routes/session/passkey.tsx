import { data, href, Link } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { stepCookie, stepTokenOf } from "#app/cookies.ts";
import { isProblem } from "#server/domain/problem.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/passkey.ts";
import { clientOf } from "./client-of.ts";
import { nextOf, stepOn } from "./step-on.ts";

/** The sign-in page has the button (`enhance/passkey-sign-in.tsx`) that posts here. */
export function loader() {
  return {};
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
  const session = await commands.completePasskeySignIn(String(form.get("answer")), {
    ...asked,
    pending,
  });
  if (isProblem(session)) return data({ wrong: session.detail }, { status: statusOf(session) });
  return stepOn(args, { step: "signed-in", session }, nextOf(url));
}

/** For visitors who open the URL directly. */
export default function Passkey({ actionData }: Route.ComponentProps) {
  return (
    <>
      <title>Sign in with a passkey · Spoor</title>
      <h1>Sign in with a passkey</h1>
      <p role="alert">{actionData && "wrong" in actionData && actionData.wrong}</p>
      <p>
        Passkeys require JavaScript and a supported browser. There, the{" "}
        <Link to={href("/login")}>sign-in page</Link> has a button for them.
      </p>
    </>
  );
}
