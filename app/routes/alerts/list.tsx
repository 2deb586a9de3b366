import { href, Link } from "react-router";
import { requireProject } from "#app/guard.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/list.ts";
import { mailState } from "./form-facts.ts";
import { MailNotice } from "./mail-notice.tsx";
import { isMail } from "#server/domain/alert/shown-channel.ts";
import { RuleTable } from "./rule-table.tsx";
import { isSample, SampleNote } from "./sample-note.tsx";
import { shownRule } from "./shown-rule.ts";
import { Head } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icon.tsx";
import "#app/ui/styles/configuration.css";

export async function loader(args: Route.LoaderArgs) {
  const asked = await requireProject(args, "project:read");
  const { services, viewer, project } = asked;
  const mayChange = may(viewer, "project:change", project.id);
  const rules = await services.store.alerts.list(project.id);
  return {
    rules: rules.map((rule) => shownRule(rule, mayChange)),
    mayChange,
    name: project.name,
    now: services.now(),
    mail: mailState(asked),
    isSample: await isSample(asked),
  };
}

/** The project's alert rules and their recipients. */
export default function Alerts({ loaderData, params: { project } }: Route.ComponentProps) {
  const { rules, mayChange, name, mail, now } = loaderData;
  return (
    <>
      <title>{`Alerts · ${name} · Spoor`}</title>
      <Head
        title="Alerts"
        scope={
          mayChange && (
            <Link className="button primary" to={href("/:project/alerts/new", { project })}>
              <Icon name="plus" /> New rule
            </Link>
          )
        }
      />
      {rules.some(({ channels }) => channels.some(isMail)) && <MailNotice {...mail} />}
      {loaderData.isSample && <SampleNote />}
      {rules.length > 0 ? (
        <RuleTable {...{ rules, project, now }} mailIsOn={mail.mailIsOn} />
      ) : (
        <p className="empty">No alert rules yet. Create one to get notified.</p>
      )}
    </>
  );
}
