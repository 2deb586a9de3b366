import { data, href, redirect, Form, Link } from "react-router";
import * as v from "valibot";
import { requestContext } from "#app/context.ts";
import { endedStepCookie, stepCookie, stepTokenOf } from "#app/cookies.ts";
import { requireViewer } from "#app/guard.ts";
import { PresentField } from "#app/routes/account/present-field.tsx";
import { clientOf, signedIn } from "#app/routes/session/client-of.ts";
import { keepRetryAfter, refused } from "#app/routes/session/refused.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { nameField } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { isProblem, type ProblemCode } from "#server/domain/problem.ts";
import type { Route } from "./+types/passkeys.ts";
import { TwoFactorNotice } from "./asked-for-two.tsx";
import { AddPasskey } from "./passkeys/add-passkey.tsx";
import { PasskeyTable } from "./passkeys/passkey-table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const present = v.optional(v.string(), "");
const beginForm = v.object({ name: nameField, present });
const removeForm = v.object({ passkey: v.pipe(v.string(), v.transform(Number)), present });

export const headers = keepRetryAfter;

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const { passkeys, totp, ...factors } = await services.commands.factorsOf(
    viewer.user,
    clientOf(args),
  );
  const removed = passkeys.find(({ id }) => String(id) === args.url.searchParams.get("remove"));
  const saved = args.url.searchParams.has("added");
  return {
    ...factors,
    passkeys,
    hasFactor: passkeys.length > 0 || totp !== undefined,
    removed,
    saved,
    now: services.now(),
  };
}

export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const intent = form.get("intent");
  if (intent === "remove") return remove(args, form);
  return intent === "add" ? add(args, form) : begin(args, form);
}

async function begin(args: Route.ActionArgs, form: FormData) {
  const { services, viewer } = requireViewer(args);
  const facts = args.context.get(requestContext);
  const read = readForm(beginForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const asked = { publicUrl: facts.publicUrl, client: clientOf(args) };
  const offer = await services.commands.beginPasskey(viewer.user, read.fields, asked);
  if (isProblem(offer)) return refused(offer, { name: read.fields.name }, fieldOf[offer.problem]);
  return data(
    { options: offer.options },
    { headers: { "Set-Cookie": stepCookie(offer.pending, facts) } },
  );
}

/** The response of the browser's authenticator. */
async function add(args: Route.ActionArgs, form: FormData) {
  const { services, viewer } = requireViewer(args);
  const facts = args.context.get(requestContext);
  const pending = stepTokenOf(args.request, facts);
  const asked = { publicUrl: facts.publicUrl, client: clientOf(args), pending };
  const session = await services.commands.addPasskey(
    viewer.user,
    String(form.get("answer")),
    asked,
  );
  if (isProblem(session)) return refused(session, {});
  const headers = signedIn(args, session);
  headers.append("Set-Cookie", endedStepCookie(facts));
  return redirect(`${href("/account/passkeys")}?added`, { status: 303, headers });
}

async function remove(args: Route.ActionArgs, form: FormData) {
  const { services, viewer } = requireViewer(args);
  const read = readForm(removeForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const { passkey: id, present: typed } = read.fields;
  const problem = await services.commands.removePasskey(
    viewer.user,
    { id, present: typed },
    clientOf(args),
  );
  return problem
    ? refused(problem, {}, fieldOf[problem.problem])
    : redirect(href("/account/passkeys"), 303);
}

const fieldOf: { [problem in ProblemCode]?: string } = { forbidden: "present" };

export default function Passkeys({ loaderData, actionData }: Route.ComponentProps) {
  const { passkeys, removed, saved, hasPassword, now } = loaderData;
  const wrong = actionData && "errors" in actionData ? actionData : undefined;
  const options = actionData && "options" in actionData ? actionData.options : undefined;
  return (
    <>
      <title>Passkeys · Spoor</title>
      <SettingsPart
        title="Passkeys"
        text="A passkey signs you in without a password, using your device or security key. It counts as two-factor authentication."
      >
        <TwoFactorNotice {...loaderData} />
        {saved && !actionData && (
          <output>Added the passkey. Use it the next time you sign in.</output>
        )}
        {removed ? (
          <RemoveForm {...removed} hasPassword={hasPassword} wrong={wrong} />
        ) : (
          // Reset after a passkey is added.
          <AddPasskey
            key={passkeys.length}
            hasPassword={hasPassword}
            wrong={wrong}
            options={options}
          />
        )}
      </SettingsPart>
      <SettingsPart title="Your passkeys" isWide>
        <PasskeyTable rows={passkeys} now={now} />
      </SettingsPart>
    </>
  );
}

type RemoveFormProps = { id: number; name: string; hasPassword: boolean; wrong?: WrongForm };

function RemoveForm({ id, name, hasPassword, wrong }: RemoveFormProps) {
  return (
    <Form className="form" method="post" noValidate>
      <FormError wrong={wrong} />
      <p>{name} can no longer sign in to this account. Also delete it on the device.</p>
      <input type="hidden" name="passkey" value={id} />
      <PresentField hasPassword={hasPassword} wrong={wrong} />
      <p className="row">
        <button className="primary" name="intent" value="remove">
          Remove {name}
        </button>
        <Link className="button quiet" to={href("/account/passkeys")}>
          Cancel
        </Link>
      </p>
    </Form>
  );
}
