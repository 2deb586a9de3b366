import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { requestContext } from "#app/context.ts";
import { areKeysOn, keysCookie, zoneCookie } from "#app/cookies.ts";
import { requireViewer } from "#app/guard.ts";
import { clientOf } from "#app/routes/session/client-of.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Facts } from "#app/ui/facts.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { nameField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isTimeZone } from "#server/domain/monitor/schedule.ts";
import type { Route } from "./+types/profile.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const profileForm = v.object({ name: nameField });
const zoneForm = v.object({
  zone: v.pipe(
    v.string(),
    v.trim(),
    v.check(
      (name) => name === "" || isTimeZone(name),
      "Enter a time zone like Europe/Berlin, or UTC.",
    ),
  ),
});

export function loader(args: Route.LoaderArgs) {
  const { name, email, role } = requireViewer(args).viewer.user;
  const { zone } = args.context.get(requestContext);
  const zones = Intl.supportedValuesOf("timeZone");
  const saved = args.url.searchParams.has("saved");
  return {
    name,
    email,
    role,
    keys: areKeysOn(args.request),
    zone: zone.isChosen ? zone.name : "",
    zones,
    saved,
  };
}

export async function action(args: Route.ActionArgs) {
  const { services, viewer } = requireViewer(args);
  const form = await args.request.formData();
  if (form.get("intent") === "keys") return setKeys(args, form.get("keys") === "on");
  if (form.get("intent") === "zone") return setZone(args, form);
  const read = readForm(profileForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const problem = await services.commands.rename(viewer.user, read.fields, clientOf(args));
  if (problem) return refused(problem, read.fields, "name");
  return redirect(`${href("/account")}?saved`, 303);
}

/** Stored in the browser, because it depends on the keyboard. */
function setKeys({ context }: Route.ActionArgs, isOn: boolean) {
  const headers = { "Set-Cookie": keysCookie(isOn, context.get(requestContext)) };
  return redirect(`${href("/account")}?saved`, { status: 303, headers });
}

/** Stored in the browser, because it depends on the reader's clock. */
function setZone({ context }: Route.ActionArgs, form: FormData) {
  const read = readForm(zoneForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const headers = { "Set-Cookie": zoneCookie(read.fields.zone, context.get(requestContext)) };
  return redirect(`${href("/account")}?saved`, { status: 303, headers });
}

export default function Profile({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, email, role, keys, zone, zones, saved } = loaderData;
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
      <SettingsPart title="Time zone" text="Times of events and breadcrumbs are shown in it.">
        <Form className="form" method="post" action="?index" noValidate>
          <Field
            {...{
              label: "Time zone",
              name: "zone",
              list: "zones",
              autoComplete: "off",
              spellCheck: false,
              wrong,
            }}
            hint="Like Europe/Berlin, or UTC. Leave blank to use the browser’s time zone (UTC without JavaScript)."
            defaultValue={zone}
          />
          <datalist id="zones">
            {zones.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <button name="intent" value="zone">
            Save time zone
          </button>
        </Form>
      </SettingsPart>
      <SettingsPart
        title="Keyboard shortcuts"
        text={
          <>
            Press <kbd>?</kbd> to list the single-key shortcuts. They are {keys ? "on" : "off"} in
            this browser.
          </>
        }
      >
        <Form method="post" action="?index">
          <input type="hidden" name="keys" value={keys ? "off" : "on"} />
          <button name="intent" value="keys">
            Turn shortcuts {keys ? "off" : "on"}
          </button>
        </Form>
      </SettingsPart>
    </>
  );
}
