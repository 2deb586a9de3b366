import { data, Link } from "react-router";
import * as v from "valibot";
import { still } from "#app/enhance/still.tsx";
import { requireProject } from "#app/guard.ts";
import { wholeNumberField } from "#server/domain/form/fields.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { intakeByTime, intakeReasons, intakeTotal } from "#server/domain/intake-summary.ts";
import { dayMs, hourMs, hourOf } from "#server/domain/time.ts";
import { usedOfQuotas, utcDayOf } from "#server/domain/project/quota.ts";
import type { Route } from "./+types/intake.ts";
import { mebibyte } from "./intake/attachment-quota.tsx";
import { QuotaForm } from "./intake/quota-form.tsx";
import { saveSettings } from "./save-settings.ts";
import { isSaved, Saved } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const quotaMax = 100_000_000_000;
const form = v.object({
  eventsPerDay: wholeNumberField(quotaMax),
  spansPerDay: wholeNumberField(quotaMax),
  feedbackPerDay: wholeNumberField(quotaMax),
  attachmentMebibytesPerDay: wholeNumberField(1_000_000),
});

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:change");
  const now = services.now();
  const span = spanOf(args.url.searchParams.get("by") === "day", now);
  const today = utcDayOf(now);
  const releases = await services.readReleaseMarks(project.id, {
    window: { since: span.since, until: span.until },
  });
  const entries = await services.store.outcomes.read(project.id, Math.min(span.since, today));
  const within = entries.filter(({ hour }) => hour >= span.since);
  const rows = intakeByTime(within, span);
  return {
    name: project.name,
    quotas: project.settings.quotas,
    now,
    span,
    rows,
    releases,
    saved: isSaved(args.url),
    total: intakeTotal(rows, span.since),
    reasons: intakeReasons(within),
    used: usedOfQuotas(entries.filter(({ hour }) => hour >= today)),
  };
}

/** The last 24 hours by hour, or the last 30 days by UTC day, including the current one. */
function spanOf(byDay: boolean, now: number) {
  if (byDay)
    return { since: utcDayOf(now) - 29 * dayMs, until: utcDayOf(now) + dayMs, stepMs: dayMs };
  return { since: hourOf(now) - 23 * hourMs, until: hourOf(now) + hourMs, stepMs: hourMs };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  const {
    eventsPerDay = null,
    spansPerDay = null,
    feedbackPerDay = null,
    attachmentMebibytesPerDay,
  } = read.fields;
  const attachmentBytesPerDay =
    attachmentMebibytesPerDay === undefined ? null : attachmentMebibytesPerDay * mebibyte;
  return saveSettings(
    asked,
    { url: args.url, posted },
    { quotas: { eventsPerDay, spansPerDay, feedbackPerDay, attachmentBytesPerDay } },
    "quotas",
  );
}

export type Loaded = Route.ComponentProps["loaderData"];

const UsageReport = still(async () => (await import("./intake/usage-report.tsx")).UsageReport);

export default function Intake({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, quotas, used, now, span, rows, releases, total, reasons, saved } = loaderData;
  const byDay = span.stepMs === dayMs;
  const when = byDay ? "the last 30 days, by day (UTC)" : "the last 24 hours, by hour";
  return (
    <>
      <title>{`Usage and quotas · ${name} · Spoor`}</title>
      <SettingsPart
        title="Usage and quotas"
        text="Quotas are per UTC day. Data over a quota is rejected and counted."
      >
        <Saved saved={saved && !wrong} />
        <QuotaForm quotas={quotas} used={used} wrong={wrong} />
      </SettingsPart>
      <SettingsPart
        title="Usage"
        text={
          <>
            Everything received in {when}, by outcome.{" "}
            <Link to={byDay ? "?" : "?by=day"}>{byDay ? "By hour" : "By day"}</Link>
          </>
        }
        isWide
      >
        <UsageReport {...{ when, span, rows, releases, total, reasons, now }} />
      </SettingsPart>
    </>
  );
}
