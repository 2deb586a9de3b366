import { data, redirect } from "react-router";
import { still } from "#app/enhance/still.tsx";
import { requireOwner } from "#app/guard.ts";
import { bytesText } from "#app/ui/bytes.ts";
import { formValues, readForm } from "#server/domain/form/read-form.ts";
import { limitsForm } from "#server/domain/retention/limits-form.ts";
import { lossUnder } from "#server/domain/retention/loss.ts";
import type { Route } from "./+types/storage.ts";
import { isSaved, Saved, savedAt } from "./saved.tsx";
import { LimitsForm } from "./storage/limits-form.tsx";
import { SharesTable } from "./storage/shares-table.tsx";
import { OutlookPart } from "./storage/outlook-part.tsx";
import { totalOf } from "./storage/total.ts";

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

/** What would go at once is shown before it does: such a form is saved by the second button that comes with it. */
export async function action(args: Route.ActionArgs) {
  const asked = requireOwner(args);
  const { services } = asked;
  const posted = await args.request.formData();
  const read = readForm(limitsForm, posted);
  if (!read.ok) return data({ ...read, loss: undefined, countersFrom: undefined }, { status: 422 });
  const [days, now] = [await services.store.retention.days(), services.now()];
  const loss = lossUnder(days, read.fields, now);
  const limits = await services.store.retention.limits();
  const countersFrom = read.fields.rollupDays < limits.rollupDays ? read.fields.rollupDays : undefined;
  const isMore = loss.days > lossUnder(days, limits, now).days || countersFrom !== undefined;
  const { intent, ...values } = formValues(posted);
  if (intent === "preview" || (isMore && intent !== "drop")) return data({ errors: {}, values, loss, countersFrom });
  await services.commands.changeRetention(asked, read.fields);
  return redirect(savedAt(args.url.pathname), 303);
}

const KindsPart = still(async () => (await import("./storage/kinds-part.tsx")).KindsPart);

const DaysPart = still(async () => (await import("./storage/days-part.tsx")).DaysPart);

const BackupsPart = still(async () => (await import("./storage/backups-part.tsx")).BackupsPart);

const QuarantinePart = still(async () => (await import("./storage/quarantine-part.tsx")).QuarantinePart);

const ProcessesTable = still(async () => (await import("./storage/processes-table.tsx")).ProcessesTable);

const ActsTable = still(async () => (await import("./storage/acts-table.tsx")).ActsTable);

export default function Storage({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { limits, days, shares, files, disk, inDatabase, processes, forecast, acts, backups, quarantine, now, saved } =
    loaderData;
  const telemetry = totalOf(days);
  return (
    <>
      <title>Storage · Spoor</title>
      <h1>Storage</h1>
      <Saved saved={saved && !wrong} />
      <p>
        Events, traces, and attachments use {bytesText(telemetry)}, a {inDatabase ? "partition" : "file"} a day;
        everything else {bytesText(files.main + files.artifacts + files.spool)}. Of {bytesText(disk.totalBytes)} the
        disk {inDatabase && "for the queue "}has {bytesText(disk.freeBytes)} left.
      </p>
      <OutlookPart {...{ limits, days, disk, forecast, now }} />
      <h2>Limits</h2>
      <LimitsForm limits={limits} wrong={wrong} loss={wrong?.loss} countersFrom={wrong?.countersFrom} />
      <h2>Usage</h2>
      <KindsPart {...{ days, files, disk }} />
      {shares.length > 0 && <SharesTable shares={shares} />}
      <h2 id="backups">Backups</h2>
      <BackupsPart {...{ backups, inDatabase, now }} />
      {quarantine.requests > 0 && <QuarantinePart {...{ quarantine, now }} />}
      {processes.length > 0 && (
        <>
          <h2>Processes</h2>
          <ProcessesTable processes={processes} now={now} />
        </>
      )}
      <h2>By day</h2>
      <DaysPart {...{ days, limits, now }} />
      <h2>Deleted data</h2>
      {acts.length > 0 ? <ActsTable acts={acts} now={now} /> : <p className="empty">No data deleted yet.</p>}
    </>
  );
}
