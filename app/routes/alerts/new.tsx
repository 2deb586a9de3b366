import { data, Form, href, Link, redirect } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requireProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { readRuleForm, shownValues } from "#server/domain/alert/rule-form.ts";
import { templateValues } from "#server/domain/alert/rule-values.ts";
import {
  conditionKinds,
  type ConditionKind,
  isConditionKind,
  templates,
} from "#server/domain/alert/template.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { Table } from "#app/ui/table.tsx";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/new.ts";
import { formFacts, mailState, readOffers } from "./form-facts.ts";
import { MailNotice } from "./mail-notice.tsx";
import { previewOf } from "./preview-of.ts";
import { RuleButtons } from "./rule-buttons.tsx";
import { testOf } from "./test-of.ts";
import "#app/ui/styles/configuration.css";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:change");
  const kind = kindOf(args.url);
  const base = { name: asked.project.name, mail: mailState(asked) };
  return kind ? { ...base, kind, offers: await readOffers(asked, kind) } : base;
}

/** A plain GET selects the kind, whose fields the form then has, with or without scripts. */
function kindOf(url: URL): ConditionKind | undefined {
  const kind = url.searchParams.get("kind");
  return isConditionKind(kind) ? kind : undefined;
}

export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const form = await args.request.formData();
  const kind = kindOf(args.url) ?? "issue-new";
  const read = readRuleForm(kind, form, await formFacts(asked, []));
  if (!read.ok) return data(read, { status: 422 });
  if (form.get("intent") === "preview") return previewOf(asked, read.fields, form);
  if (form.get("intent") === "test") return testOf(asked, read.fields, form, []);
  const made = await asked.services.commands.makeAlertRule(asked, asked.project, read.fields);
  if (isProblem(made)) return refused(made, shownValues(form));
  const { rule, secret } = made;
  // A secret is shown only in the response to the form that created it.
  if (secret !== undefined) return { made: { id: rule.id, name: rule.name, secret } };
  const params = { project: asked.project.slug, rule: String(rule.id) };
  return redirect(href("/:project/alerts/:rule", params), 303);
}

const MadeSecret = late(async () => (await import("./made-secret.tsx")).MadeSecret);
const RuleFields = late(async () => (await import("./rule-fields.tsx")).RuleFields);

export default function NewRule({
  loaderData,
  actionData,
  params: { project },
}: Route.ComponentProps) {
  if (actionData && "made" in actionData)
    return <MadeSecret {...actionData.made} project={project} />;
  if (!("kind" in loaderData)) return <Templates name={loaderData.name} project={project} />;
  const { kind, offers, mail, name } = loaderData;
  const template = templates[kind];
  return (
    <>
      <title>{`${template.title}: new rule · ${name} · Spoor`}</title>
      <Crumbs>
        <Link to={href("/:project/alerts", { project })}>Alerts</Link>{" "}
        <Link to={href("/:project/alerts/new", { project })}>New rule</Link>
      </Crumbs>
      <h1>New rule: {template.title.toLowerCase()}</h1>
      <MailNotice {...mail} />
      <Form className="rule" method="post" noValidate>
        <RuleFields
          {...{ kind, offers, mailIsOn: mail.mailIsOn }}
          preview={actionData && "preview" in actionData ? actionData.preview : undefined}
          values={templateValues(template)}
          wrong={actionData}
        />
        <RuleButtons
          {...{ save: "Create rule", back: href("/:project/alerts", { project }) }}
          tested={actionData && "tested" in actionData ? actionData.tested : undefined}
        />
      </Form>
    </>
  );
}

function Templates({ name, project }: { name: string; project: string }) {
  return (
    <>
      <title>{`New rule · ${name} · Spoor`}</title>
      <Crumbs>
        <Link to={href("/:project/alerts", { project })}>Alerts</Link>
      </Crumbs>
      <h1>New alert rule</h1>
      <Table
        caption="What triggers the rule"
        rows={conditionKinds}
        keyOf={(kind) => kind}
        columns={[
          {
            head: "Trigger",
            className: "whole",
            cell: (kind) => (
              <Link to={`${href("/:project/alerts/new", { project })}?kind=${kind}`}>
                {templates[kind].title}
              </Link>
            ),
          },
          { head: "Notifies when", className: "main soft", cell: (kind) => templates[kind].says },
        ]}
      />
    </>
  );
}
