import { data, Form, href, Link, redirect } from "react-router";
import * as v from "valibot";
import { type AskedInProject, notFound, refusal, requireProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Checkbox } from "#app/ui/form/checkbox.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { nameField } from "#server/domain/form/fields.ts";
import { formValues, readForm } from "#server/domain/form/read-form.ts";
import { may } from "#server/domain/people/permission.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import type { SavedSearch } from "#server/storage/projects/search-store.ts";
import type { Route } from "./+types/searches.ts";
import { SavedTable } from "./search/saved-table.tsx";
import { sortNames, sortOf } from "./list/sorts.ts";
import type { SearchAct } from "#server/commands/saved-searches.ts";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "issue:read");
  const { viewer, project, services } = asked;
  const saved = await services.store.searches.list(project.id, viewer.user.id);
  const { searchParams } = args.url;
  return {
    saved: saved.map((each) => shown(each, asked)),
    query: searchParams.get("query") ?? undefined,
    sort: sortOf(searchParams),
    mayShare: may(viewer, "issue:triage", project.id),
  };
}

function shown(
  { id, name, query, sort, userId, isDefault }: SavedSearch,
  { viewer, project }: AskedInProject,
) {
  const isShared = userId === undefined;
  return {
    id,
    name,
    query,
    sort,
    isShared,
    isDefault,
    mayChange: !isShared || may(viewer, "issue:triage", project.id),
    mayChoose: isShared && may(viewer, "project:change", project.id),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "issue:comment");
  const form = await args.request.formData();
  return form.get("intent") === "save" ? save(args, asked, form) : change(args, asked, form);
}

async function save(args: Route.ActionArgs, asked: AskedInProject, form: FormData) {
  const { viewer, project, services } = asked;
  const read = readForm(savedForm, form);
  if (!read.ok) return data(read, { status: 422 });
  const { shared, ...search } = read.fields;
  if (shared && !may(viewer, "issue:triage", project.id)) throw refusal(args, 403, notYours);
  const saved = await services.commands.saveSearch(viewer.user.id, project, {
    ...search,
    isShared: shared === "yes",
  });
  if (isProblem(saved))
    return refused(saved, formValues(form), saved.problem === "invalid" ? "name" : "form");
  const to = new URLSearchParams({
    query: saved.query,
    ...(saved.sort !== "last-seen" && { sort: saved.sort }),
  });
  return redirect(`${href("/:project/issues", { project: project.slug })}?${to}`, 303);
}

const notYours = "Your project role can't change shared settings.";

async function change(args: Route.ActionArgs, asked: AskedInProject, form: FormData) {
  const { viewer, project, services } = asked;
  const saved = await services.store.searches.list(project.id, viewer.user.id);
  const act = actOf(form);
  if ("errors" in act) return data({ ...act, search: Number(form.get("search")) }, { status: 422 });
  const search = saved.find(({ id }) => String(id) === form.get("search"));
  if (!search) throw notFound(args, "Saved search not found.");
  const { mayChange, mayChoose } = shown(search, asked);
  const isAllowed = act.intent === "rename" || act.intent === "remove" ? mayChange : mayChoose;
  if (!isAllowed) throw refusal(args, 403, notYours);
  const problem = await services.commands.actOnSearch(project, search, act);
  if (problem)
    return data(
      { errors: { name: problem.detail }, values: formValues(form), search: search.id },
      { status: 422 },
    );
  return redirect(href("/:project/issues/searches", { project: project.slug }), 303);
}

function actOf(form: FormData) {
  const intent = form.get("intent");
  if (intent === "remove" || intent === "default" || intent === "no-default")
    return { intent } satisfies SearchAct;
  const read = readForm(renameForm, form);
  return read.ok ? ({ intent: "rename", name: read.fields.name } satisfies SearchAct) : read;
}

export default function Searches({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { saved, query, sort, mayShare } = loaderData;
  const wrong = actionData && "errors" in actionData ? actionData : undefined;
  const ofSave = wrong && !("search" in wrong) ? wrong : undefined;
  return (
    <>
      <ProjectTitle>Saved searches</ProjectTitle>
      <Crumbs>
        <Link to={href("/:project/issues", { project })}>Issues</Link>
      </Crumbs>
      <h1>Saved searches</h1>
      <SavedTable {...{ project, saved }} wrong={wrong && "search" in wrong ? wrong : undefined} />
      <h2>Save a search</h2>
      <FormError wrong={ofSave} />
      <Form method="post" className="form" noValidate>
        <Field name="name" label="Name" maxLength={100} wrong={ofSave} />
        <Field name="query" label="Search" defaultValue={query} wrong={ofSave} />
        <Choice name="sort" label="Order" options={sortNames} chosen={sort} wrong={ofSave} />
        {mayShare && (
          <Checkbox
            name="shared"
            label="Share with the project"
            checked={ofSave?.values["shared"] === "yes"}
          />
        )}
        <button className="primary" name="intent" value="save">
          Save
        </button>
      </Form>
    </>
  );
}

const sorts = Object.keys(sortNames) as IssueSort[];
const longestQuery = 1_000;

const queryField = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longestQuery, "Use at most 1,000 characters."),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const parsed = parseIssueQuery(dataset.value);
    if ("problem" in parsed) addIssue({ message: parsed.detail });
  }),
);

const savedForm = v.object({
  name: nameField,
  query: queryField,
  sort: v.optional(v.picklist(sorts, "Select an option."), "last-seen"),
  shared: v.optional(v.literal("yes")),
});

const renameForm = v.object({ name: nameField });
