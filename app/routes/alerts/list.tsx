import { href, Link } from "react-router";
import { requireProject } from "#app/guard.ts";
import { may } from "#server/domain/people/permission.ts";
import type { Route } from "./+types/list.ts";
import { RuleTable } from "./rule-table.tsx";
import { shownRule } from "./shown-rule.ts";

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
      <h1>Alerts</h1>
      {mayChange && (
        <p className="list-head">
          <Link to={href("/:project/alerts/new", { project })}>New rule</Link>
        </p>
      )}
      {!mailIsOn && (
        <p>
          This Spoor sends no mail: rules that only mail are off until its operator sets <code>SPOOR_SMTP_URL</code>.
        </p>
      )}
      {rules.length > 0 ? (
        <RuleTable {...{ rules, project, mailIsOn, now }} />
      ) : (
        <p className="empty">Nobody is told of anything. A rule says when to tell whom: make one.</p>
      )}
    </>
  );
}
