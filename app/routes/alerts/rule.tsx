import { data, href, Link, redirect, Form } from "react-router";
import { late } from "#app/enhance/late.tsx";
import { requireProject } from "#app/guard.ts";
import { muteEnd } from "#app/ui/form/mute-choices.ts";
import { MuteForm } from "#app/ui/form/mute-form.tsx";
import { Facts } from "#app/ui/facts.tsx";
import { Crumbs } from "#app/ui/head.tsx";
import { FormError } from "#app/ui/form/form-error.tsx";
import { Time } from "#app/ui/format/time.tsx";
import type { Pace } from "#server/domain/alert/channel.ts";
import { channelsWords, isMail } from "#server/domain/alert/shown-channel.ts";
import { conditionWords } from "#server/domain/alert/words.ts";
import { wrongForm } from "#server/domain/form/read-form.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/rule.ts";
import { mailState } from "./form-facts.ts";
import { MailNotice } from "./mail-notice.tsx";
import { readDeliveries } from "./read-deliveries.ts";
import { requireRule } from "./require-rule.ts";
import { RuleState } from "./rule-state.tsx";
import { scopeWords } from "./rule-table.tsx";
import { isSample, SampleNote } from "./sample-note.tsx";
import { shownRule } from "./shown-rule.ts";
import "#app/ui/styles/configuration.css";

const digestWords = { day: "Daily digest", week: "Weekly digest" } as const;

const DeliveryHistory = late(async () => (await import("./delivery-history.tsx")).DeliveryHistory);
const RuleReadings = late(async () => (await import("./rule-readings.tsx")).RuleReadings);

const deliveriesShown = 10;

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, viewer, project } = asked;
  const rule = await requireRule(args, asked);
  const mayChange = may(viewer, "project:change", project.id);
  return {
    rule: shownRule(rule, mayChange),
    mayChange,
    mayMute: may(viewer, "issue:triage", project.id),
    name: project.name,
    now: services.now(),
    mail: mailState(asked),
    isSample: await isSample(asked),
    reading: await services.readAlertRule(project, rule),
    history: await readDeliveries(services, rule, { limit: deliveriesShown }),
  };
}

/** `mute` (+ `for`), `unmute`; `test` sends a test notification through the rule's channels. */
export async function action(args: Route.ActionArgs) {
  const form = await args.request.formData();
  const intent = form.get("intent");
  const asked = await requireProject(args, intent === "test" ? "project:change" : "issue:triage");
  const { services, project } = asked;
  const { commands } = services;
  const rule = await requireRule(args, asked);
  if (intent === "test") await commands.testAlertRule(project, rule);
  if (intent === "mute") {
    const until = muteEnd(form.get("for"), services.now());
    if (until === undefined)
      return data(wrongForm({ form: "Select a duration." }, {}), { status: 422 });
    await commands.muteAlertRule(project, rule, until);
  }
  if (intent === "unmute") await commands.muteAlertRule(project, rule, undefined);
  return redirect(href("/:project/alerts/:rule", args.params), 303);
}

export default function Rule({ loaderData, actionData, params }: Route.ComponentProps) {
  const { rule, mayChange, mayMute, name, mail, now, reading, history } = loaderData;
  const isMuted = (rule.mutedUntil ?? 0) > now;
  return (
    <>
      <title>{`${rule.name} · Alerts · ${name} · Spoor`}</title>
      <Crumbs>
        <Link to={href("/:project/alerts", params)}>Alerts</Link>
      </Crumbs>
      <div className="row">
        <h1>{rule.name}</h1> <RuleState {...{ rule, now }} mailIsOn={mail.mailIsOn} />
      </div>
      <p>
        {conditionWords(rule.when)}
        {scopeWords(rule)}.
      </p>
      {mayMute && <RuleActs {...{ params, mayChange }} isMuted={isMuted} />}
      <FormError wrong={actionData} />
      {rule.channels.some(isMail) && <MailNotice {...mail} />}
      {loaderData.isSample && isMuted && <SampleNote />}
      <Facts
        facts={[
          ["Notifies", channelsWords(rule.channels)],
          ["Frequency", paceWords(rule.pace)],
          [
            "Last triggered",
            rule.lastFiredAt === undefined ? (
              "Never"
            ) : (
              <Time key="f" at={rule.lastFiredAt} now={now} />
            ),
          ],
        ]}
      />
      <RuleReadings {...{ reading, kind: rule.when.kind }} />
      <DeliveryHistory {...{ history, params, now }} mayAct={mayChange} />
    </>
  );
}

/** `Immediately, at most 20 per hour; quiet hours from 22:00 to 07:00 (UTC)`. */
function paceWords({ mostPerHour, quiet, digest }: Pace): string {
  const amount = digest ? digestWords[digest] : `Immediately, at most ${mostPerHour} per hour`;
  return quiet
    ? `${amount}; quiet hours from ${quiet.from} to ${quiet.to} (${quiet.timeZone})`
    : amount;
}

type Props = { params: { project: string; rule: string }; mayChange: boolean; isMuted: boolean };

/** Actions on a rule. */
function RuleActs({ params, mayChange, isMuted }: Props) {
  return (
    <div className="row">
      <MuteForm isMuted={isMuted} />
      {mayChange && (
        <Form method="post">
          <button name="intent" value="test">
            Send test notification
          </button>
        </Form>
      )}
      {mayChange && (
        <Link className="button" to={href("/:project/alerts/:rule/edit", params)}>
          Edit
        </Link>
      )}
      {mayChange && (
        <Link className="button danger" to={href("/:project/alerts/:rule/delete", params)}>
          Delete
        </Link>
      )}
    </div>
  );
}
