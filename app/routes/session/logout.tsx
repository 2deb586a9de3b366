import { Form, redirect } from "react-router";
import { requestContext, servicesContext } from "#app/context.ts";
import { endedSessionCookie, sessionTokenOf } from "#app/cookies.ts";
import { requireViewer } from "#app/guard.ts";
import type { Route } from "./+types/logout.ts";

export function loader(args: Route.LoaderArgs) {
  const { user } = requireViewer(args).viewer;
  return { name: user.name, email: user.email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const token = sessionTokenOf(request);
  if (token) await context.get(servicesContext).commands.signOut(token);
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
          You are signed in as {name} ({email}).
        </p>
        <button className="primary">Sign out</button>
      </Form>
    </>
  );
}
