import { data, Form, href, redirect } from "react-router";
import * as v from "valibot";
import { type AskedInProject, requireProject } from "#app/guard.ts";
import { platformNames } from "#app/routes/projects/platform-names.ts";
import { refused } from "#app/routes/session/refused.ts";
import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { nameField, platformField, slugField } from "#server/domain/form/fields.ts";
import { readForm, type WrongForm } from "#server/domain/form/read-form.ts";
import { isProblem } from "#server/domain/problem.ts";
import { ownProjectSlug } from "#server/domain/project/own-slug.ts";
import type { Route } from "./+types/general.ts";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import { isSaved, Saved, savedAt } from "./saved.tsx";

const form = v.variant(
  "intent",
  [
    v.object({
      intent: v.literal("save"),
      name: nameField,
      slug: slugField,
      platform: platformField,
    }),
    v.object({ intent: v.picklist(["pause", "resume"]) }),
    v.object({ intent: v.literal("delete"), confirm: v.optional(v.string(), "") }),
  ],
  "Unknown action.",
);

export async function loader(args: Route.LoaderArgs) {
  const { project } = await requireProject(args, "project:change");
  const { name, slug, platform, settings } = project;
  return {
    name,
    slug,
    platform,
    paused: settings.paused,
    isOwn: slug === ownProjectSlug,
    saved: isSaved(args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const read = readForm(form, await args.request.formData());
  if (!read.ok) return data({ ...read, form: read.values["intent"] }, { status: 422 });
  const { fields } = read;
  if (fields.intent === "delete") return remove(asked, fields.confirm);
  if (fields.intent === "save") return save(asked, fields);
  const change = { paused: fields.intent === "pause" };
  const changed = await asked.services.commands.changeSettings(
    asked,
    asked.project,
    change,
    fields.intent,
  );
  return isProblem(changed) ? refused(changed, {}) : redirect(savedAt(pathOf(asked.project)), 303);
}

async function save(
  asked: AskedInProject,
  names: { name: string; slug: string; platform: string },
) {
  const renamed = await asked.services.commands.renameProject(asked, asked.project, names);
  if (isProblem(renamed))
    return refused(renamed, names, renamed.problem === "conflict" ? "slug" : "form");
  return redirect(savedAt(pathOf(renamed)), 303);
}

async function remove(asked: AskedInProject, confirm: string) {
  const deletion = await asked.services.commands.deleteProject(asked, asked.project, confirm);
  if (isProblem(deletion)) return refused(deletion, { confirm }, "confirm");
  return redirect(
    href("/projects/deletions/:deletion", { deletion: String(deletion.projectId) }),
    303,
  );
}

const pathOf = ({ slug }: { slug: string }) =>
  href("/:project/settings/general", { project: slug });

export default function General({ loaderData, actionData: wrong }: Route.ComponentProps) {
  const { name, slug, platform, paused, isOwn, saved } = loaderData;
  return (
    <>
      <title>{`Settings · ${name} · Spoor`}</title>
      <SettingsPart title="General" text="Project name, URL slug, and platform.">
        <Saved saved={saved && !wrong} />
        <FormError wrong={wrong} />
        <Form className="form" method="post" noValidate>
          <Field
            label="Name"
            name="name"
            defaultValue={name}
            required
            maxLength={100}
            wrong={wrong}
          />
          <Field
            {...{ label: "Slug", name: "slug", defaultValue: slug, maxLength: 50, wrong }}
            required
            hint={
              isOwn
                ? "The slug of the internal project cannot be changed."
                : "Used in URLs. Changing it breaks existing links; DSNs keep working."
            }
          />
          <Choice
            label="Platform"
            name="platform"
            options={platformNames}
            chosen={platform}
            wrong={wrong}
          />
          <button className="primary" name="intent" value="save">
            Save changes
          </button>
        </Form>
      </SettingsPart>
      <Pausing paused={paused} />
      {!isOwn && <Deleting slug={slug} wrong={wrong} />}
    </>
  );
}

const Pausing = ({ paused }: { paused: boolean }) => (
  <SettingsPart
    title={paused ? "Ingestion is paused" : "Pause ingestion"}
    text="While paused, new data is rejected and counted in Usage. Existing data stays available."
  >
    <Form method="post">
      <button name="intent" value={paused ? "resume" : "pause"}>
        {paused ? "Resume ingestion" : "Pause ingestion"}
      </button>
    </Form>
  </SettingsPart>
);

const Deleting = ({ slug, wrong }: { slug: string; wrong: WrongForm | undefined }) => (
  <SettingsPart
    title="Delete project"
    text="Permanently deletes all issues, events, traces, keys, and settings. This cannot be undone."
  >
    <Form className="form" method="post" noValidate>
      <Field
        {...{ label: `Type ${slug} to confirm`, name: "confirm", autoComplete: "off", wrong }}
        spellCheck={false}
      />
      <button className="danger" name="intent" value="delete">
        Delete project
      </button>
    </Form>
  </SettingsPart>
);
