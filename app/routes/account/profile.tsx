import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { requestContext } from "#app/context.ts";
import { areKeysOn, keysCookie } from "#app/cookies.ts";
import { requireViewer } from "#app/guard.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Field } from "#app/ui/field.tsx";
import { nameField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import type { Route } from "./+types/profile.ts";

const profileForm = v.object({ name: nameField });

export function loader(args: Route.LoaderArgs) {
  const { name, email, role } = requireViewer(args).viewer.user;
  return { name, email, role, keys: areKeysOn(args.request), saved: args.url.searchParams.has("saved") };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const form = await args.request.formData();
  if (form.get("intent") === "keys") return setKeys(args, form.get("keys") === "on");
  const read = readForm(profileForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const problem = await services.commands.rename(viewer.user, read.fields, clientOf(args));
  if (problem) return refused(problem, read.fields, "name");
  return redirect(`${href("/account")}?saved`, 303);
}

/** Kept in the browser: another keyboard, another choice. */
function setKeys({ context }: Route.ActionArgs, isOn: boolean) {
  const headers = { "Set-Cookie": keysCookie(isOn, context.get(requestContext)) };
  return redirect(`${href("/account")}?saved`, { status: 303, headers });
}

export default function Profile({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, email, role, keys, saved } = loaderData;
  return (
    <>
      <title>Profile · Spoor</title>
      <h1>Profile</h1>
      {saved && !wrong && <output>Saved.</output>}
      <Facts
        facts={[
          ["Mail address", email],
          ["Role in this Spoor", role],
        ]}
      />
      {/* The action of an index page has an address of its own. */}
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
      <h2>Keys</h2>
      <p>
        With scripts, single keys act on what a page shows; <kbd>?</kbd> lists them. In this browser they are{" "}
        {keys ? "on" : "off"}.
      </p>
      <Form method="post" action="?index">
        <input type="hidden" name="keys" value={keys ? "off" : "on"} />
        <button name="intent" value="keys">
          Switch keys {keys ? "off" : "on"}
        </button>
      </Form>
    </>
  );
}
