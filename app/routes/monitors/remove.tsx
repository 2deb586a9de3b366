import { data, Form, href, Link, redirect } from "react-router";
import { notFound } from "#app/guard.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { formValues } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/remove.ts";
import { requireMonitor } from "./require-monitor.ts";

export async function loader(args: Route.LoaderArgs) {
  const { monitor } = await requireMonitor(args, "project:change");
  return { name: monitor.name };
}

export async function action(args: Route.ActionArgs) {
  const { services, project } = await requireMonitor(args, "project:change");
  // Deleting requires a separate button.
  if (formValues(await args.request.formData())["intent"] !== "delete")
    return data(undefined, { status: 422 });
  const removed = await services.commands.deleteMonitor(project, args.params.monitor);
  if (isProblem(removed)) throw notFound(args, removed.detail);
  return redirect(href("/:project/monitors", { project: project.slug }), 303);
}

export default function DeleteMonitor({ loaderData: { name }, params }: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>{`Delete ${name} · Monitors`}</ProjectTitle>
      <h1>Delete monitor “{name}”?</h1>
      <p>
        This also deletes its check-ins and incidents. If a job sends its schedule, its next
        check-in creates the monitor again.
      </p>
      <Form method="post" className="row">
        <button className="danger" name="intent" value="delete">
          Delete monitor
        </button>
        <Link className="button quiet" to={href("/:project/monitors/:monitor", params)}>
          Cancel
        </Link>
      </Form>
    </>
  );
}
