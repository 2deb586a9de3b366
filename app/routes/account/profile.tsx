import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { requireViewer } from "#app/guard.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { nameField } from "#server/domain/form/fields.ts";
import { capitalized } from "#server/domain/capitalized.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import type { Route } from "./+types/profile.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const profileForm = v.object({ name: nameField });

export function loader(args: Route.LoaderArgs) {
  const { name, email, role } = requireViewer(args).viewer.user;
  return { name, email, role: capitalized(role), saved: args.url.searchParams.has("saved") };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const read = readForm(profileForm, await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const problem = await services.commands.rename(viewer.user, read.fields, clientOf(args));
  if (problem) return refused(problem, read.fields, "name");
  return redirect(`${href("/account")}?saved`, 303);
}

export default function Profile({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, email, role, saved } = loaderData;
  return (
    <>
      <title>Profile · Spoor</title>
      <SettingsPart title="Profile" text="Your name is shown to other members.">
        {saved && !wrong && <output>Saved.</output>}
        <Facts
          facts={[
            ["Email", email],
            ["Role on this instance", role],
          ]}
        />
        {/* The action of an index page has its own URL. */}
        <Form className="form" method="post" action="?index" noValidate>
          <Field
            label="Name"
            name="name"
            autoComplete="name"
            required
            maxLength={100}
            defaultValue={name}
            wrong={wrong}
          />
          <button className="primary">Save</button>
        </Form>
      </SettingsPart>
    </>
  );
}
