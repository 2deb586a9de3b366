import { href, Link } from "react-router";
import { requireProject } from "#app/guard.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/list.ts";
import { RuleTable } from "./rule-table.tsx";
import { shownRule } from "./shown-rule.ts";
import { Head } from "#app/ui/head.tsx";
import { Icon } from "#app/ui/icon.tsx";

export async function loader(args: Route.LoaderArgs) {
  const { services, viewer, project } = await requireProject(args, "project:read");
  const mayChange = may(viewer, "project:change", project.id);
  const rules = await services.store.alerts.list(project.id);
  return {
    rules: rules.map((rule) => shownRule(rule, mayChange)),
    ...{ mayChange, name: project.name, now: services.now() },
    mailIsOn: services.commands.mailFacts().configured,
  };
}

/** What a project tells of by itself, and whom. */
export default function Alerts({ loaderData, params: { project } }: Route.ComponentProps) {
  const { rules, mayChange, name, mailIsOn, now } = loaderData;
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
      {!mailIsOn && (
        <p>
          Email isn't configured. Email-only rules are paused until <code>SPOOR_SMTP_URL</code> is set.
        </p>
      )}
      {rules.length > 0 ? (
        <RuleTable {...{ rules, project, mailIsOn, now }} />
      ) : (
        <p className="empty">No alert rules yet. Create one to get notified.</p>
      )}
    </>
  );
}
