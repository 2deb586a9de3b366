import { data, Form } from "react-router";
import * as v from "valibot";
import { requireProject } from "#app/guard.ts";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Table } from "#app/ui/table.tsx";
import { TextArea } from "#app/ui/form/text-area.tsx";
import { formValues, readForm, wrongForm } from "#server/domain/form/read-form.ts";
import { parseRules } from "#server/domain/grouping-rules/parse-rules.ts";
import { plainFields, variables } from "#server/domain/grouping-rules/rule.ts";
import { wrongRules } from "#server/domain/grouping-rules/wrong-rules.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/grouping.ts";
import { shownTrial } from "./grouping/shown-trial.ts";
import { Trial } from "./grouping/trial.tsx";
import { saveSettings } from "./save-settings.ts";
import { isSaved, Saved } from "./saved.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const examples: [rule: string, does: string][] = [
  [
    'type:DatabaseError message:"connection *" -> database-down',
    "Groups all lost connections into one issue.",
  ],
  ["path:**/vendor/** !level:fatal -> vendor {{ default }}", "Groups vendor errors separately."],
  [
    'tags.tenant:* -> title="{{ type }} for {{ tags.tenant }}"',
    "Adds the tenant to titles. Grouping stays the same.",
  ],
];

const form = v.object({
  intent: v.picklist(["save", "try"], "Unknown action."),
  rules: v.pipe(v.optional(v.string(), ""), v.maxLength(50_000, "Use at most 50,000 characters.")),
});

export async function loader(args: Route.LoaderArgs) {
  const { project } = await requireProject(args, "project:change");
  return {
    name: project.name,
    slug: project.slug,
    rules: project.settings.grouping.rules,
    saved: isSaved(args.url),
  };
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const posted = await args.request.formData();
  const read = readForm(form, posted);
  if (!read.ok) return data(read, { status: 422 });
  const { intent, rules } = read.fields;
  const parsed = parseRules(rules);
  if (!parsed.ok)
    return data(wrongForm({ rules: wrongRules(parsed.wrong).detail }, formValues(posted)), {
      status: 422,
    });
  if (intent === "try") {
    const tried = await asked.services.tryRules(asked.project, rules);
    if (isProblem(tried))
      return data(wrongForm({ rules: tried.detail }, formValues(posted)), { status: 422 });
    return data({ tried: await shownTrial(asked, tried), errors: {}, values: formValues(posted) });
  }
  return saveSettings(asked, { url: args.url, posted }, { grouping: { rules } }, "grouping");
}

/** Two steps: the rules are previewed on recent events, then saved. */
export default function Grouping({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  const { name, rules, saved } = loaderData;
  const tried = actionData && "tried" in actionData ? actionData.tried : undefined;
  return (
    <>
      <title>{`Grouping rules · ${name} · Spoor`}</title>
      <SettingsPart
        title="Grouping rules"
        text="Rules set how events are grouped and titled. They override SDK fingerprints and default grouping, and apply to new events only."
        isWide
      >
        <Saved saved={saved && !actionData} />
        <Form method="post" noValidate>
          <FormError wrong={actionData} />
          <TextArea
            {...{
              label: "Rules, one per line",
              name: "rules",
              rows: 8,
              cols: 90,
              wrong: actionData,
              spellCheck: false,
            }}
            defaultValue={rules}
            hint="First match wins. Lines starting with # are comments."
          />
          <button className={tried ? undefined : "primary"} name="intent" value="try">
            Preview on the last week
          </button>
          {tried && <Trial project={project} trial={tried} />}
          {tried && (
            <button className="primary" name="intent" value="save">
              Save rules
            </button>
          )}
        </Form>
      </SettingsPart>
      <RuleHelp />
    </>
  );
}

function RuleHelp() {
  return (
    <SettingsPart id="rule-help" title="Rule syntax" isWide>
      <Table
        caption="Examples of rules"
        rows={examples}
        keyOf={([rule]) => rule}
        columns={[
          { head: "Rule", cell: ([rule]) => <code className="text">{rule}</code> },
          { head: "Effect", cell: ([, does]) => does },
        ]}
      />
      <p>
        Left of the arrow: conditions, all required. Fields: {plainFields.join(", ")}, and tags.KEY,
        each with a colon and a pattern. <code>*</code> matches anything, in paths within a folder;{" "}
        <code>**</code> matches anything; <code>?</code> matches one character; <code>!</code>{" "}
        negates a condition. Case-insensitive.
      </p>
      <p>
        Right: the fingerprint, <code>title="…"</code>, or both. Variables in braces:{" "}
        {variables.join(", ")}, tags.KEY, and default (the default grouping).
      </p>
    </SettingsPart>
  );
}
