import { data, href, redirect } from "react-router";
import * as v from "valibot";
import { requestContext } from "#app/context.ts";
import { type AskedByViewer, requireOwner } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { fillThisIn } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem, type Problem } from "#server/domain/problem.ts";
import type { Route } from "./+types/authentication.ts";
import { LostFactorForm } from "./authentication/lost-factor-form.tsx";
import { Provider } from "./authentication/provider.tsx";
import { RulesForm } from "./authentication/rules-form.tsx";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const lostForm = v.object({ email: v.pipe(v.string(fillThisIn), v.trim(), v.minLength(1, fillThisIn)) });

export async function loader(args: Route.LoaderArgs) {
  const { services } = requireOwner(args);
  const { publicUrl } = args.context.get(requestContext);
  return { rules: await services.commands.signInRules(), publicUrl, saved: isSaved(args.url) };
}

export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const form = await args.request.formData();
  if (form.get("intent") === "lost-factor") return disable(asked, form);
  const problem = await asked.services.commands.requireTwoFactors(asked, form.get("required") === "yes");
  return problem ? refused(problem, {}, "required") : redirect(savedAt(href("/settings/authentication")), 303);
}

async function disable({ services, asker }: AskedByViewer, form: FormData) {
  const read = readForm(lostForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const user = await services.store.people.byEmail(read.fields.email);
  const disabled = user ? await services.commands.disableTwoFactor(user.id, asker) : unknownEmail;
  return isProblem(disabled) ? refused(disabled, read.fields, "email") : { disabled: disabled.email };
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
          <output>{actionData.disabled} can now sign in with the password only. Their sessions ended.</output>
        )}
        <RulesForm required={rules.twoFactorsRequired} wrong={wrong} />
      </SettingsPart>
      <LostFactorForm wrong={wrong} />
      <Provider provider={rules.provider} publicUrl={publicUrl} />
    </>
  );
}
