import { Form, href, Link, redirect } from "react-router";
import { requireProject } from "#app/guard.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/new.ts";
import { MonitorFields } from "./monitor-fields.tsx";
import { formOf } from "./monitor-form.ts";
import { Preview } from "./preview.tsx";
import { readMonitorForm, refuse } from "./read-monitor-form.ts";
import "#app/ui/styles/configuration.css";

export async function loader(args: Route.LoaderArgs) {
  await requireProject(args, "issue:triage");
  return { values: formOf({}), zones: Intl.supportedValuesOf("timeZone") };
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
      <title>{`New monitor · ${project} · Spoor`}</title>
      <Crumbs>
        <Link to={href("/:project/monitors", { project })}>Monitors</Link>
      </Crumbs>
      <h1>New monitor</h1>
      <Form className="rule" method="post" noValidate>
        <FormError wrong={actionData} />
        <MonitorFields {...loaderData} wrong={actionData}>
          {actionData?.preview && <Preview {...actionData.preview} />}
        </MonitorFields>
        <div className="row">
          <button className="primary" name="intent" value="save">
            Create monitor
          </button>
          <button name="intent" value="preview">
            Preview schedule
          </button>
          <Link className="button quiet" to={href("/:project/monitors", { project })}>
            Cancel
          </Link>
        </div>
      </Form>
    </>
  );
}
