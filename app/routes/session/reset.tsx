import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import { servicesContext } from "#app/context.ts";
import { endedSessionCookie } from "#app/cookies.ts";
import { requestContext } from "#app/context.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { passwordField } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import type { Route } from "./+types/reset.ts";
import { clientOf } from "./client-of.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import { RevokeTokens } from "./revoke-tokens.tsx";
import { keepRetryAfter, refused, waitOf } from "./refused.ts";

const resetForm = v.object({ password: passwordField, revokeTokens: v.optional(v.string(), "") });

export const headers = keepRetryAfter;

export async function loader(args: Route.LoaderArgs) {
  const { commands, store } = args.context.get(servicesContext);
  const found = await commands.resetFor(args.params.token);
  if (found) return { email: found.email, tokens: (await store.tokens.list(found.id)).length };
  const problem = await commands.refuseToken(clientOf(args));
  return data(
    { email: undefined, detail: problem.detail },
    { status: statusOf(problem), headers: waitOf(problem) },
  );
}

export async function action(args: Route.ActionArgs) {
  const { token } = args.params;
  const read = readForm(resetForm, await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const { commands } = args.context.get(servicesContext);
  const problem = await commands.resetPassword(
    { token, password: read.fields.password, revokeTokens: read.fields.revokeTokens !== "" },
    clientOf(args),
  );
  if (problem) return refused(problem, {}, problem.problem === "invalid" ? "password" : "form");
  // All sessions have ended. The new password must be used, so other sign-in requirements apply.
  const ended = { "Set-Cookie": endedSessionCookie(args.context.get(requestContext)) };
  return redirect(`${href("/login")}?reset`, { status: 303, headers: ended });
}

export default function Reset({ loaderData, actionData: wrong }: Route.ComponentProps) {
  return (
    <>
      <title>New password · Spoor</title>
      <h1>New password</h1>
      {loaderData.email === undefined ? (
        <Refused detail={loaderData.detail} />
      ) : (
        <ResetForm {...loaderData} wrong={wrong} />
      )}
    </>
  );
}

function ResetForm({ email, tokens, wrong }: { email: string; tokens: number; wrong?: WrongForm }) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <p>For {email}. All sessions of this account will be signed out.</p>
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <NewPasswordField wrong={wrong} />
      <RevokeTokens tokens={tokens} chosen />
      <button className="primary">Set password</button>
    </Form>
  );
}

function Refused({ detail }: { detail: string }) {
  return (
    <p>
      {detail} <Link to={href("/forgot")}>Request a new link</Link>
    </p>
  );
}
