import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { requireViewer } from "#app/guard.ts";
import { clientOf, signedIn } from "#app/routes/session/client-of.ts";
import { NewPasswordField } from "#app/routes/session/new-password-field.tsx";
import { PresentField } from "./present-field.tsx";
import { RevokeTokens } from "#app/routes/session/revoke-tokens.tsx";
import { keepRetryAfter, refused } from "#app/routes/session/refused.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { requiredMessage, passwordField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem, type ProblemCode } from "#server/domain/problem.ts";
import type { Route } from "./+types/password.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const passwordForm = v.object({
  present: v.pipe(v.string(requiredMessage), v.minLength(1, requiredMessage)),
  password: passwordField,
  endOthers: v.optional(v.string(), ""),
  revokeTokens: v.optional(v.string(), ""),
});

export const headers = keepRetryAfter;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const { id, email } = viewer.user;
  const tokens = (await services.store.tokens.list(id)).length;
  return { email, tokens, changed: args.url.searchParams.has("changed") };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const read = readForm(passwordForm, await args.request.formData());
  if (!read.ok) return data({ ...read, values: {} }, { status: 422 });
  const { present, password, endOthers, revokeTokens } = read.fields;
  const form = {
    present,
    password,
    endOthers: endOthers !== "",
    revokeTokens: revokeTokens !== "",
  };
  const session = await services.commands.changePassword(viewer.user, form, clientOf(args));
  if (isProblem(session)) return refused(session, {}, fieldOf[session.problem]);
  return redirect(`${href("/account/password")}?changed`, {
    status: 303,
    headers: signedIn(args, session),
  });
}

const fieldOf: { [problem in ProblemCode]?: string } = {
  forbidden: "present",
  invalid: "password",
};

export default function Password({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { email, tokens, changed } = loaderData;
  return (
    <>
      <title>Password · Spoor</title>
      <SettingsPart title="Password">
        {changed && !wrong && <output>Changed your password.</output>}
        <Form className="form" method="post" noValidate>
          <FormError wrong={wrong} />
          <input type="hidden" name="username" autoComplete="username" value={email} />
          <PresentField hasPassword wrong={wrong} />
          <NewPasswordField label="New password" wrong={wrong} />
          <p className="check">
            <label>
              <input type="checkbox" name="endOthers" value="yes" defaultChecked /> Sign out
              everywhere else
            </label>
          </p>
          <RevokeTokens tokens={tokens} />
          <button className="primary">Change password</button>
        </Form>
      </SettingsPart>
    </>
  );
}
