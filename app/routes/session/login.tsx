import { data, Form, redirect } from "react-router";
import { requestContext, servicesContext, viewerContext } from "#app/context.ts";
import { sessionCookie } from "#app/cookies.ts";
import { localPath } from "#app/local-path.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { Field } from "#app/ui/field.tsx";
import { FormError } from "#app/ui/form-error.tsx";
import { readForm, wrongForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/login.ts";
import { loginForm } from "./login-form.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(viewerContext)) throw redirect(nextOf(url));
  return { anybody: await context.get(servicesContext).store.people.any() };
}

export async function action({ request, context, url }: Route.ActionArgs) {
  const read = readForm(loginForm, await request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const session = await context.get(servicesContext).commands.signIn(read.fields);
  if (isProblem(session)) {
    const wrong = wrongForm({ form: session.detail }, { email: read.fields.email });
    return data(wrong, { status: statusOf(session) });
  }
  const cookie = sessionCookie(session, context.get(requestContext));
  return redirect(nextOf(url), { status: 303, headers: { "Set-Cookie": cookie } });
}

function nextOf(url: URL): string {
  return localPath(url.searchParams.get("next")) ?? "/";
}

export default function Login({ loaderData, actionData: wrong }: Route.ComponentProps) {
  return (
    <>
      <title>Sign in · Spoor</title>
      <h1>Sign in</h1>
      {!loaderData.anybody && (
        <p>Nobody has an account yet: open the set-up link that the server printed at its start.</p>
      )}
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <Field label="Mail address" name="email" type="email" autoComplete="username" required wrong={wrong} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          required
          wrong={wrong}
        />
        <button className="primary">Sign in</button>
      </Form>
    </>
  );
}
