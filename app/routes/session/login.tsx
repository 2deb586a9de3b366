import { data, Form, href, Link, redirect } from "react-router";
import { requestContext, servicesContext, viewerContext } from "#app/context.ts";
import { EmailField } from "#app/ui/form/email-field.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { requiredMessage } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/login.ts";
import { clientOf } from "./client-of.ts";
import { OtherSignIns, otherSignIns } from "./other-sign-ins.tsx";
import { keepRetryAfter, refused } from "./refused.ts";
import { nextOf, stepOn } from "./step-on.ts";
import * as v from "valibot";

/** Only checks for a value: the rules for passwords apply to new ones. */
const loginForm = v.object({
  email: v.pipe(v.string(requiredMessage), v.trim(), v.minLength(1, requiredMessage)),
  password: v.pipe(v.string(requiredMessage), v.minLength(1, requiredMessage)),
});

export const headers = keepRetryAfter;

export async function loader({ context, url }: Route.LoaderArgs) {
  if (context.get(viewerContext)) throw redirect(nextOf(url));
  const { store, commands } = context.get(servicesContext);
  const [anybody, { provider }] = await Promise.all([store.people.any(), commands.signInRules()]);
  return {
    anybody,
    host: new URL(context.get(requestContext).publicUrl).host,
    reset: url.searchParams.has("reset"),
    stale: url.searchParams.has("stale"),
    next: nextOf(url),
    ...otherSignIns(provider, url),
  };
}

export async function action(args: Route.ActionArgs) {
  const { request, context, url } = args;
  const read = readForm(loginForm, await request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const outcome = await context.get(servicesContext).commands.signIn(read.fields, clientOf(args));
  if (isProblem(outcome)) return refused(outcome, { email: read.fields.email });
  return stepOn(args, outcome, nextOf(url));
}

export default function Login({ loaderData, actionData: wrong }: Route.ComponentProps) {
  return (
    <>
      <title>Sign in · Spoor</title>
      <h1>Sign in to Spoor</h1>
      <p className="soft">{loaderData.host}</p>
      {!loaderData.anybody && (
        <p>No accounts yet. Open the setup link that the server printed at startup.</p>
      )}
      {loaderData.reset && <output>Changed your password. Sign in with the new one.</output>}
      {loaderData.stale && !wrong && (
        <p role="alert">
          The sign-in took more than 10 minutes or was already completed. Sign in again.
        </p>
      )}
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <EmailField of="visitor" wrong={wrong} />
        <Field
          label="Password"
          name="password"
          type="password"
          autoComplete="current-password"
          hint={<Link to={href("/forgot")}>Forgot password?</Link>}
          required
          wrong={wrong}
        />
        <button className="primary">Sign in</button>
      </Form>
      <OtherSignIns {...loaderData} />
    </>
  );
}
