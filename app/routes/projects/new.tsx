import { data, Form, href, redirect } from "react-router";
import { requireOwner } from "#app/guard.ts";
import { statusOf } from "#server/domain/problem-status.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { readForm, wrongForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/new.ts";
import { fillSlug, projectForm } from "./form.ts";
import { platformNames } from "./platform-names.ts";

export function loader(args: Route.LoaderArgs) {
  requireOwner(args);
  return {};
}

export async function action(args: Route.ActionArgs) {
  const { services, asker } = requireOwner(args);
  const read = readForm(projectForm, fillSlug(await args.request.formData(), "name", "slug"));
  if (!read.ok) return data(read, { status: 422 });
  const project = await services.commands.makeProject(read.fields, asker);
  if (!isProblem(project))
    return redirect(href("/:project/connect", { project: project.slug }), 303);
  const field = project.problem === "conflict" ? "slug" : "form";
  return data(wrongForm({ [field]: project.detail }, read.fields), { status: statusOf(project) });
}

export default function NewProject({ actionData: wrong }: Route.ComponentProps) {
  return (
    <>
      <title>New project · Spoor</title>
      <h1>New project</h1>
      <Form className="form" method="post" noValidate>
        <FormError wrong={wrong} />
        <Field label="Name" name="name" required maxLength={100} wrong={wrong} />
        <Field
          {...{ label: "Slug", name: "slug", maxLength: 50, wrong }}
          hint="Used in URLs. Leave blank to generate it from the name."
        />
        <Choice label="Platform" name="platform" options={platformNames} wrong={wrong} />
        <button className="primary">Create project</button>
      </Form>
    </>
  );
}
