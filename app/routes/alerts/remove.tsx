import { Form, href, Link, redirect } from "react-router";
import { notFound, requireProject } from "#app/guard.ts";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { conditionWords } from "#server/domain/alert/words.ts";
import type { Route } from "./+types/remove.ts";
import { requireRule } from "./require-rule.ts";
import { shownRule } from "./shown-rule.ts";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:change");
  return { rule: shownRule(await requireRule(args, asked), true) };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const problem = await asked.services.commands.removeAlertRule(
    asked,
    asked.project,
    await requireRule(args, asked),
  );
  if (problem) throw notFound(args, problem.detail);
  return redirect(href("/:project/alerts", { project: asked.project.slug }), 303);
}

export default function RemoveRule({ loaderData: { rule }, params }: Route.ComponentProps) {
  return (
    <>
      <ProjectTitle>{`Delete ${rule.name}`}</ProjectTitle>
      <h1>Delete rule “{rule.name}”?</h1>
      <p>
        {conditionWords(rule.when)}. This rule will no longer notify. Its delivery history is
        deleted, too.
      </p>
      <Form method="post" className="row">
        <button className="danger">Delete rule</button>
        <Link className="button quiet" to={href("/:project/alerts/:rule", params)}>
          Cancel
        </Link>
      </Form>
    </>
  );
}
