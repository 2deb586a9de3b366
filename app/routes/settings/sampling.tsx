import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { requireProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Day } from "#app/ui/format/day.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Table } from "#app/ui/table.tsx";
import { grouped, percent } from "#server/domain/count.ts";
import { readForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import { dayMs } from "#server/domain/time.ts";
import type { Route } from "./+types/sampling.ts";
import { keptPercent, keptPercentField } from "./sampling/kept-percent.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

/** A UTC day, newest first: number of traces received and stored. */
type KeptDay = { day: string; came: number; kept: number };

type CountKept = (window: {
  since: number;
  until: number;
}) => Promise<{ came: number; kept: number }>;

const form = v.object({ kept: keptPercentField });
const daysShown = 7;

export async function loader(args: Route.LoaderArgs) {
  const { services, project } = await requireProject(args, "project:change");
  const { traces } = services.store;
  return {
    name: project.name,
    kept: keptPercent(project.settings.sampling.keptShare),
    days: await keptDays((window) => traces.kept(project.id, window), services.now(), daysShown),
    now: services.now(),
    saved: isSaved(args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const { services, project } = asked;
  const read = readForm(form, await args.request.formData());
  if (!read.ok) return data(read, { status: 422 });
  const keptShare = read.fields.kept;
  const path = savedAt(href("/:project/settings/sampling", { project: project.slug }));
  // Saving the same value is not a change; otherwise, unprocessed hours would be skipped.
  if (keptShare === project.settings.sampling.keptShare) return redirect(path, 303);
  const sampling = { keptShare, changedAt: services.now() };
  const changed = await services.commands.changeSettings(asked, project, { sampling }, "sampling");
  return isProblem(changed) ? refused(changed, {}) : redirect(path, 303);
}

export default function Sampling({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, kept, days, now, saved } = loaderData;
  return (
    <>
      <title>{`Sampling · ${name} · Spoor`}</title>
      <SettingsPart
        title="Sampling"
        text={
          <>
            All traces are counted. Below 100 percent, some are deleted 15 minutes after each hour
            ends to save space. Traces with a failed span or an event, and the five slowest per
            route, environment, release, and hour are always kept.
          </>
        }
      >
        <Saved saved={saved && !wrong} />
        <FormError wrong={wrong} />
        <Form className="form" method="post" noValidate>
          <Field
            {...{
              label: "Keep other traces, percent",
              name: "kept",
              defaultValue: kept,
              inputMode: "decimal",
              wrong,
            }}
            required
            size={6}
            hint="100 keeps all. Changes apply from the current hour."
          />
          <button className="primary">Save</button>
        </Form>
      </SettingsPart>
      <SettingsPart
        title="Last days"
        text="Rates, durations, percentiles, and web vitals count all traces and stay exact."
        isWide
      >
        <KeptTable days={days} now={now} />
      </SettingsPart>
    </>
  );
}

/** Traces received and stored per day. */
function KeptTable({ days, now }: { days: KeptDay[]; now: number }) {
  return (
    <Table
      caption="Traces of the last days"
      rows={days}
      keyOf={({ day }) => day}
      columns={[
        { head: "Day (UTC)", cell: ({ day }) => <Day day={day} now={now} /> },
        { head: "Received", className: "number", cell: ({ came }) => grouped(came) },
        { head: "Removed", className: "number", cell: ({ came, kept }) => grouped(came - kept) },
        { head: "Stored", className: "number", cell: ({ kept }) => grouped(kept) },
        {
          head: "Share",
          className: "number wide",
          cell: ({ came, kept }) => came > 0 && percent(kept, came),
        },
      ]}
    />
  );
}

async function keptDays(count: CountKept, now: number, days: number): Promise<KeptDay[]> {
  const today = Math.floor(now / dayMs) * dayMs;
  const starts = Array.from({ length: days }, (_, ago) => today - ago * dayMs);
  return Promise.all(
    starts.map(async (since) => ({
      day: new Date(since).toISOString().slice(0, 10),
      ...(await count({ since, until: since + dayMs })),
    })),
  );
}
