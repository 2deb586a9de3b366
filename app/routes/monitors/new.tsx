import { href, Link, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/new.ts";
import { formOf } from "./monitor-form.ts";
import { MonitorForm } from "./monitor-fields.tsx";
import { readMonitorForm, refuse } from "./read-monitor-form.ts";
import "#app/ui/styles/configuration.css";

/** Jobs queue and start late; the SDKs' default of one minute would report that as missed. */
const patientMinutes = 10;

export async function loader(args: Route.LoaderArgs) {
  await requireProject(args, "issue:triage");
  return {
    values: formOf({ marginMinutes: patientMinutes }),
    zones: Intl.supportedValuesOf("timeZone"),
  };
}

export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireProject(args, "issue:triage");
  const read = await readMonitorForm(args.request, services.now());
  if ("answer" in read) return read.answer;
  const made = await services.commands.makeMonitor(project, read.monitor);
  if (isProblem(made)) return refuse(made, read.values);
  return redirect(
    href("/:project/monitors/:monitor", { project: project.slug, monitor: made.slug }),
    303,
  );
}

export default function NewMonitor({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>New monitor</ProjectTitle>
      <Crumbs>
        <Link to={href("/:project/monitors", { project })}>Monitors</Link>
      </Crumbs>
      <h1>New monitor</h1>
      <MonitorForm
        {...loaderData}
        wrong={actionData}
        save="Create monitor"
        back={href("/:project/monitors", { project })}
      />
    </>
  );
}
