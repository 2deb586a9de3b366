import { data, redirect } from "react-router";
import { still } from "#app/enhance/still.tsx";
import { requireOwner } from "#app/guard.ts";
import { bytesText } from "#app/ui/format/bytes.ts";
import { formValues, readForm } from "#server/domain/form/read-form.ts";
import { limitsForm } from "#server/domain/retention/limits-form.ts";
import { lossUnder, shortened } from "#server/domain/retention/loss.ts";
import type { Route } from "./+types/storage.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { LimitsForm } from "./storage/limits-form.tsx";
import { SharesTable } from "./storage/shares-table.tsx";
import { ForecastPart } from "./storage/forecast-part.tsx";
import { totalOf } from "./storage/total.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services } = requireOwner(args);
  const [reading, projects] = [await services.readStorage(), await services.store.projects.list()];
  const names = new Map(projects.map(({ id, slug, name }) => [id, { slug, name }]));
  const shares = reading.shares.flatMap((share) => {
    const project = names.get(share.projectId);
    return project ? [{ ...share, ...project }] : [];
  });
  const quarantine = {
    ...reading.quarantine,
    newest: reading.quarantine.newest.map(({ projectId, ...each }) => ({
      ...each,
      project: projectId && names.get(projectId),
    })),
  };
  return { ...reading, shares, quarantine, now: services.now(), saved: isSaved(args.url) };
}

/** Deletions are previewed first: such a form is saved by a second button. */
export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const { services } = asked;
  const posted = await args.request.formData();
  const read = readForm(limitsForm, posted);
  if (!read.ok) return data({ ...read, loss: undefined, shorter: undefined }, { status: 422 });
  const [days, now] = [await services.store.retention.days(), services.now()];
  const loss = lossUnder(days, read.fields, now);
  const limits = await services.store.retention.limits();
  const shorter = shortened(limits, read.fields);
  const isMore = loss.days > lossUnder(days, limits, now).days || shorter.length > 0;
  const { intent, ...values } = formValues(posted);
  if (intent === "preview" || (isMore && intent !== "drop"))
    return data({ errors: {}, values, loss, shorter });
  await services.commands.changeRetention(asked, read.fields);
  return redirect(savedAt(args.url.pathname), 303);
}

const KindsPart = still(async () => (await import("./storage/kinds-part.tsx")).KindsPart);

const DaysPart = still(async () => (await import("./storage/days-part.tsx")).DaysPart);

const BackupsPart = still(async () => (await import("./storage/backups-part.tsx")).BackupsPart);

const QuarantinePart = still(
  async () => (await import("./storage/quarantine-part.tsx")).QuarantinePart,
);

const ProcessesTable = still(
  async () => (await import("./storage/processes-table.tsx")).ProcessesTable,
);

const ActsTable = still(async () => (await import("./storage/acts-table.tsx")).ActsTable);

export default function Storage({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const {
    limits,
    days,
    shares,
    files,
    disk,
    inDatabase,
    processes,
    forecast,
    acts,
    backups,
    quarantine,
    now,
    saved,
  } = loaderData;
  const telemetry = totalOf(days);
  const isMeasured = days.length === 0 || days.some(({ measuredAt }) => measuredAt !== undefined);
  return (
    <>
      <title>Storage · Spoor</title>
      <SettingsPart
        title="Storage"
        text={
          <>
            Events, traces, and attachments use {bytesText(telemetry)}, in one{" "}
            {inDatabase ? "partition" : "file"} per day. Everything else uses{" "}
            {bytesText(files.main + files.artifacts + files.spool)}. The disk{" "}
            {inDatabase && "of the queue "}has {bytesText(disk.freeBytes)} of{" "}
            {bytesText(disk.totalBytes)} free.
          </>
        }
      >
        <Saved saved={saved && !wrong} />
        <ForecastPart {...{ limits, days, disk, forecast, now }} />
      </SettingsPart>
      <SettingsPart title="Limits">
        <LimitsForm limits={limits} wrong={wrong} loss={wrong?.loss} shorter={wrong?.shorter} />
      </SettingsPart>
      <SettingsPart title="Usage" isWide>
        <KindsPart {...{ days, files, disk, isMeasured }} />
        {!isMeasured && (
          <p className="empty">
            No breakdown yet. Usage by kind and project is measured every 10 minutes.
          </p>
        )}
        {isMeasured && shares.length > 0 && <SharesTable shares={shares} />}
      </SettingsPart>
      <SettingsPart id="backups" title="Backups">
        <BackupsPart {...{ backups, inDatabase, now }} />
      </SettingsPart>
      {quarantine.requests > 0 && <QuarantinePart {...{ quarantine, now }} />}
      {processes.length > 0 && (
        <SettingsPart title="Processes" isWide>
          <ProcessesTable processes={processes} now={now} />
        </SettingsPart>
      )}
      <SettingsPart title="By day" isWide>
        <DaysPart {...{ days, limits, now }} />
      </SettingsPart>
      <SettingsPart title="Deleted data" isWide>
        {acts.length > 0 ? (
          <ActsTable acts={acts} now={now} />
        ) : (
          <p className="empty">No data deleted yet.</p>
        )}
      </SettingsPart>
    </>
  );
}
