import { data, Form, href, Link, redirect } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requireProject } from "#app/guard.ts";
import { refused } from "#app/routes/session/refused.ts";
import { readRuleForm, shownValues } from "#server/domain/alert/rule-form.ts";
import { ruleValues } from "#server/domain/alert/rule-values.ts";
import { isProblem } from "#server/domain/problem.ts";
import type { Route } from "./+types/edit.ts";
import { formFacts, mailState, readOffers } from "./form-facts.ts";
import { Crumbs } from "#app/ui/head.tsx";
import { ProjectTitle } from "#app/routes/projects/project-title.tsx";
import { MailNotice } from "./mail-notice.tsx";
import { previewOf } from "./preview-of.ts";
import { RuleButtons } from "./rule-buttons.tsx";
import { testOf } from "./test-of.ts";
import { MadeSecret } from "./made-secret.tsx";
import { requireRule } from "./require-rule.ts";
import { shownRule } from "./shown-rule.ts";
import "#app/ui/styles/configuration.css";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:change");
  const stored = await requireRule(args, asked);
  const rule = shownRule(stored, true);
  return {
    rule,
    offers: await readOffers(asked, rule.when.kind),
    reading: await asked.services.readAlertRule(asked.project, stored),
    mail: mailState(asked),
  };
}

/** `save`; `rotate` replaces the webhook's secret. */
export async function action(args: Route.ActionArgs) {
  const asked = await requireProject(args, "project:change");
  const rule = await requireRule(args, asked);
  const form = await args.request.formData();
  const values = shownValues(form);
  if (form.get("intent") === "rotate")
    return saved(
      args,
      await asked.services.commands.rotateAlertSecret(asked, asked.project, rule),
      values,
    );
  const read = readRuleForm(rule.when.kind, form, await formFacts(asked, rule.channels));
  if (!read.ok) return data(read, { status: 422 });
  if (form.get("intent") === "preview") return previewOf(asked, read.fields, form);
  if (form.get("intent") === "test") return testOf(asked, read.fields, form, rule.channels);
  return saved(
    args,
    await asked.services.commands.changeAlertRule(asked, asked.project, rule, read.fields),
    values,
  );
}

type Changed = Awaited<
  ReturnType<import("#server/commands/commands.ts").Commands["changeAlertRule"]>
>;

function saved(args: Route.ActionArgs, changed: Changed, values: { [field: string]: string }) {
  if (isProblem(changed)) return refused(changed, values);
  const { rule, secret } = changed;
  if (secret !== undefined) return { made: { id: rule.id, name: rule.name, secret } };
  return redirect(href("/:project/alerts/:rule", args.params), 303);
}

const RuleFields = late(async () => (await import("./rule-fields.tsx")).RuleFields);

export default function EditRule({ loaderData, actionData, params }: Route.ComponentProps) {
  const { rule, offers, reading, mail } = loaderData;
  if (actionData && "made" in actionData)
    return <MadeSecret {...actionData.made} project={params.project} />;
  return (
    <>
      <ProjectTitle>{`Edit ${rule.name}`}</ProjectTitle>
      <Crumbs>
        <Link to={href("/:project/alerts", params)}>Alerts</Link>{" "}
        <Link to={href("/:project/alerts/:rule", params)}>{rule.name}</Link>
      </Crumbs>
      <h1>Edit {rule.name}</h1>
      <MailNotice {...mail} />
      <Form className="rule" method="post" noValidate>
        <RuleFields
          {...{ offers, mailIsOn: mail.mailIsOn }}
          preview={actionData && "preview" in actionData ? actionData.preview : reading}
          kind={rule.when.kind}
          values={ruleValues(rule, rule.channels)}
          channels={rule.channels}
          wrong={actionData}
        />
        <RuleButtons
          {...{ save: "Save changes", back: href("/:project/alerts/:rule", params) }}
          tested={actionData && "tested" in actionData ? actionData.tested : undefined}
        />
      </Form>
      {rule.channels.some(({ kind }) => kind === "webhook") && (
        <Form method="post">
          <h2>Webhook secret</h2>
          <p>A new secret takes effect immediately and invalidates the old one.</p>
          <button name="intent" value="rotate">
            Rotate secret
          </button>
        </Form>
      )}
    </>
  );
}
