import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { requestContext } from "#app/context.ts";
import { type AskedByViewer, requireOwner } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { EmailField } from "#app/ui/form/email-field.tsx";
import type { ProviderFacts } from "#server/commands/sign-in/factors.ts";
import { requiredMessage } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Route } from "./+types/authentication.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const lostForm = v.object({
  email: v.pipe(v.string(requiredMessage), v.trim(), v.minLength(1, requiredMessage)),
});

export async function loader(args: Route.LoaderArgs) {
  const { services } = requireOwner(args);
  const { publicUrl } = args.context.get(requestContext);
  return { rules: await services.commands.signInRules(), publicUrl, saved: isSaved(args.url) };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const form = await args.request.formData();
  if (form.get("intent") === "lost-factor") return disable(asked, form);
  const problem = await asked.services.commands.requireTwoFactors(
    asked,
    form.get("required") === "yes",
  );
  return problem
    ? refused(problem, {}, "required")
    : redirect(savedAt(href("/settings/authentication")), 303);
}

async function disable({ services, asker }: AskedByViewer, form: FormData) {
  const read = readForm(lostForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const user = await services.store.people.byEmail(read.fields.email);
  const disabled = user ? await services.commands.disableTwoFactor(user.id, asker) : unknownEmail;
  return isProblem(disabled)
    ? refused(disabled, read.fields, "email")
    : { disabled: disabled.email };
}

const unknownEmail: Problem = { problem: "not-found", detail: "No user has this email." };

export default function Authentication({ loaderData, actionData }: Route.ComponentProps) {
  const { rules, publicUrl, saved } = loaderData;
  const wrong = actionData && "errors" in actionData ? actionData : undefined;
  return (
    <>
      <title>Authentication · Spoor</title>
      <SettingsPart
        title="Authentication"
        text="Members without 2FA must set it up at next sign-in. API tokens are not affected."
      >
        <Saved saved={saved && !actionData} />
        {actionData && "disabled" in actionData && (
          <output>
            {actionData.disabled} can now sign in with only a password. Their sessions ended.
          </output>
        )}
        <RulesForm required={rules.twoFactorsRequired} wrong={wrong} />
      </SettingsPart>
      <LostFactorForm wrong={wrong} />
      <Provider provider={rules.provider} publicUrl={publicUrl} />
    </>
  );
}

/** The rule for all members. */
function RulesForm({ required, wrong }: { required: boolean; wrong?: WrongForm }) {
  const error = wrong?.errors.required;
  return (
    <Form className="form" method="post">
      {error && (
        <p className="error" role="alert">
          {error}
        </p>
      )}
      <Checkbox
        name="required"
        label="Require 2FA for all members"
        hint="An authenticator app, a passkey, or single sign-on with two factors."
        checked={required}
      />
      <button className="primary" name="intent" value="rules">
        Save
      </button>
    </Form>
  );
}

/** For users who lost their app, recovery codes, and passkeys. */
function LostFactorForm({ wrong }: { wrong?: WrongForm }) {
  return (
    <SettingsPart
      id="lost"
      title="Reset a member’s second factor"
      text={
        <>
          Verify their identity first. This removes their authenticator app, recovery codes, and
          passkeys, and ends their sessions. The password is not changed. On the server, use{" "}
          <code>spoor user disable-two-factor --email EMAIL</code>
        </>
      }
    >
      <Form className="form" method="post" noValidate>
        <EmailField of="other" wrong={wrong} />
        <button name="intent" value="lost-factor">
          Reset second factor
        </button>
      </Form>
    </SettingsPart>
  );
}

/** The single sign-on configuration, or how to set it up. Never the secret. */
function Provider({ provider, publicUrl }: { provider?: ProviderFacts; publicUrl: string }) {
  return (
    <SettingsPart id="provider" title="Single sign-on">
      {provider ? <Configured {...provider} /> : <HowTo />}
      <p>
        Redirect URI: <code>{`${publicUrl}/login/oidc/callback`}</code>
      </p>
    </SettingsPart>
  );
}

function Configured({ name, issuer, clientId, allowedDomains, createUsers }: ProviderFacts) {
  return (
    <Facts
      facts={[
        ["Button label", name],
        ["Issuer", <code key="issuer">{issuer}</code>],
        ["Client ID", <code key="client">{clientId}</code>],
        [
          "First sign-in",
          createUsers ? "creates an account" : "requires an account or an invitation",
        ],
        ["Email domains", allowedDomains.join(", ") || "any"],
      ]}
    />
  );
}

function HowTo() {
  return (
    <p>
      Members sign in with passwords and passkeys of this instance. To use an OpenID provider, set{" "}
      <code>SPOOR_OIDC_ISSUER</code>, <code>SPOOR_OIDC_CLIENT_ID</code>, and{" "}
      <code>SPOOR_OIDC_CLIENT_SECRET</code>; <code>SPOOR_OIDC_NAME</code> sets the button label.{" "}
      <code>SPOOR_OIDC_CREATE_USERS=yes</code> with{" "}
      <code>SPOOR_OIDC_ALLOWED_DOMAINS=example.com</code> creates accounts for those email domains.
    </p>
  );
}
