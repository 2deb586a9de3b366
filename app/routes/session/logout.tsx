import { Form, redirect } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { endedSessionCookie } from "#app/cookies.ts";
import { requireViewer } from "#app/guard.ts";
import type { Route } from "./+types/logout.ts";
import { clientOf } from "./client-of.ts";

export function loader(args: Route.LoaderArgs) {
  const { user } = requireViewer(args).viewer;
  return { name: user.name, email: user.email };
}

export async function action(args: Route.ActionArgs) {
  const { context } = args;
  const client = clientOf(args);
  if (client.sessionToken)
    await context.get(servicesContext).commands.signOut(client.sessionToken, client);
  const headers = { "Set-Cookie": endedSessionCookie(context.get(requestContext)) };
  return redirect("/login", { status: 303, headers });
}

export default function Logout({ loaderData: { name, email } }: Route.ComponentProps) {
  return (
    <>
      <title>Sign out · Spoor</title>
      <h1>Sign out</h1>
      <Form className="form" method="post">
        <p>
          You're signed in as {name} ({email}).
        </p>
        <button className="primary">Sign out</button>
      </Form>
    </>
  );
}
