import { href, Link, redirect } from "react-router";

import { Crumbs } from "#app/ui/head.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/edit.ts";
import { formOf } from "./monitor-form.ts";
import { MonitorForm } from "./monitor-fields.tsx";
import { readMonitorForm, refuse } from "./read-monitor-form.ts";
import "#app/ui/styles/configuration.css";
import { requireMonitor } from "./require-monitor.ts";

export async function loader(args: Route.LoaderArgs) {
  const { monitor } = await requireMonitor(args, "issue:triage");
  return { name: monitor.name, values: formOf(monitor), zones: Intl.supportedValuesOf("timeZone") };
}

export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireMonitor(args, "issue:triage");
  const read = await readMonitorForm(args.request, services.now());
  if ("answer" in read) return read.answer;
  const changed = await services.commands.changeMonitor(project, args.params.monitor, read.monitor);
  if (isProblem(changed)) return refuse(changed, read.values);
  return redirect(
    href("/:project/monitors/:monitor", { project: project.slug, monitor: changed.slug }),
    303,
  );
}

export default function EditMonitor({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, values, zones } = loaderData;
  return (
    <>
      <ProjectTitle>{`Edit ${name} · Monitors`}</ProjectTitle>
      <Crumbs>
        <Link to={href("/:project/monitors", params)}>Monitors</Link>{" "}
        <Link to={href("/:project/monitors/:monitor", params)}>{name}</Link>
      </Crumbs>
      <h1>Edit {name}</h1>
      <p className="meta">
        If the job sends its own schedule (<code>monitor_config</code>), its next check-in
        overwrites these settings.
      </p>
      <MonitorForm
        {...{ values, zones }}
        wrong={actionData}
        save="Save changes"
        back={href("/:project/monitors/:monitor", params)}
      />
    </>
  );
}
