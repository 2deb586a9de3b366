import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import { requestContext, type Theme } from "#app/context.ts";
import { areKeysOn, keysCookie, zoneCookie } from "#app/cookies.ts";
import { requireViewer } from "#app/guard.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { readForm } from "#server/domain/form/read-form.ts";
import { isTimeZone } from "#server/domain/monitor/schedule.ts";
import type { Route } from "./+types/preferences.ts";

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

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const { theme, zone } = args.context.get(requestContext);
  return {
    theme,
    keys: areKeysOn(args.request),
    zone: zone.isChosen ? zone.name : "",
    zones: Intl.supportedValuesOf("timeZone"),
    weekly: (await services.store.noticeChoices.of(viewer.user.id)).weekly,
    saved: args.url.searchParams.has("saved"),
  };
}

export async function action(args: Route.ActionArgs) {
  requireViewer(args);
  const form = await args.request.formData();
  const intent = form.get("intent");
  if (intent === "keys") return setKeys(args, form.get("keys") === "on");
  if (intent === "weekly") return setWeekly(args, form.get("weekly") === "on");
  return setZone(args, form);
}

const saved = `${href("/account/preferences")}?saved`;

/** Stored in the browser, because it depends on the keyboard. */
function setKeys({ context }: Route.ActionArgs, isOn: boolean) {
  const headers = { "Set-Cookie": keysCookie(isOn, context.get(requestContext)) };
  return redirect(saved, { status: 303, headers });
}

/** Stored with the account, beside its other choices of emails. */
async function setWeekly(args: Route.ActionArgs, isOn: boolean) {
  const { services, viewer } = requireViewer(args);
  const { unwanted, reaches } = await services.store.noticeChoices.of(viewer.user.id);
  await services.commands.saveNoticeChoices(viewer, { unwanted, reaches, weekly: isOn });
  return redirect(saved, 303);
}

/** Stored in the browser, because it depends on the reader's clock. */
function setZone({ context }: Route.ActionArgs, form: FormData) {
  const read = readForm(zoneForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const headers = { "Set-Cookie": zoneCookie(read.fields.zone, context.get(requestContext)) };
  return redirect(saved, { status: 303, headers });
}

const themeNames: { [theme in Theme]: string } = { auto: "System", light: "Light", dark: "Dark" };

export default function Preferences({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { theme, keys, zone, zones, weekly, saved: isSaved } = loaderData;
  return (
    <>
      <title>Preferences · Spoor</title>
      <SettingsPart title="Time zone" text="Used for times of events and breadcrumbs.">
        {isSaved && !wrong && <output>Saved.</output>}
        <Form className="form" method="post" noValidate>
          <Field
            {...{
              label: "Time zone",
              name: "zone",
              list: "zones",
              autoComplete: "off",
              spellCheck: false,
              wrong,
            }}
            hint="For example, Europe/Berlin. Leave blank to use the browser’s time zone (UTC without JavaScript)."
            defaultValue={zone}
          />
          <datalist id="zones">
            {zones.map((each) => (
              <option key={each}>{each}</option>
            ))}
          </datalist>
          <button className="primary" name="intent" value="zone">
            Save time zone
          </button>
        </Form>
      </SettingsPart>
      <SettingsPart title="Theme" text="Stored in this browser, like the time zone and shortcuts.">
        <Form className="row" method="post" action="/theme">
          <input type="hidden" name="next" value={href("/account/preferences")} />
          {Object.entries(themeNames).map(([each, name]) => (
            <button key={each} name="theme" value={each} aria-pressed={each === theme}>
              {name}
            </button>
          ))}
        </Form>
      </SettingsPart>
      <SettingsPart
        title="Keyboard shortcuts"
        id="keys"
        text={
          <>
            Press <kbd>?</kbd> to list the single-key shortcuts. They are {keys ? "on" : "off"} in
            this browser.
          </>
        }
      >
        <Form method="post">
          <input type="hidden" name="keys" value={keys ? "off" : "on"} />
          <button name="intent" value="keys">
            Turn shortcuts {keys ? "off" : "on"}
          </button>
        </Form>
      </SettingsPart>
      <SettingsPart
        title="Weekly digest"
        text={
          <>
            A summary of each project by email every Monday at 08:00 UTC. Choose other emails in{" "}
            <Link to={href("/account/notifications")}>Notifications</Link>.
          </>
        }
      >
        <Form method="post">
          <p>{`The weekly digest is ${weekly ? "on" : "off"}.`}</p>
          <input type="hidden" name="weekly" value={weekly ? "off" : "on"} />
          <button name="intent" value="weekly">
            Turn weekly digest {weekly ? "off" : "on"}
          </button>
        </Form>
      </SettingsPart>
    </>
  );
}
