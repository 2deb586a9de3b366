import { href, Link } from "react-router";
import { Time } from "#app/ui/time.tsx";
import { channelWords } from "#server/domain/alert/shown-channel.ts";
import { conditionWords } from "#server/domain/alert/words.ts";
import { RuleState } from "./rule-state.tsx";
import type { ShownRule } from "./shown-rule.ts";

type Props = { rules: ShownRule[]; project: string; mailIsOn: boolean; now: number };

export function RuleTable({ rules, project, mailIsOn, now }: Props) {
  return (
    <table className="ledger events">
      <caption>Alert rules</caption>
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col">State</th>
          <th scope="col">Last fired</th>
          <th scope="col">Tells</th>
        </tr>
      </thead>
      <tbody>
        {rules.map((rule) => (
          <tr key={rule.id}>
            <th scope="row">
              <Link to={href("/:project/alerts/:rule", { project, rule: String(rule.id) })}>{rule.name}</Link>
              <div className="meta">
                {conditionWords(rule.when)}
                {scopeWords(rule)}.
              </div>
            </th>
            <td>
              <RuleState {...{ rule, mailIsOn, now }} />
            </td>
            <td>
              {rule.lastFiredAt === undefined ? (
                <span className="meta">never</span>
              ) : (
                <Time at={rule.lastFiredAt} now={now} />
              )}
            </td>
            <td>{rule.channels.map(channelWords).join("; ")}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `, in production, of issues that match level:fatal`. */
export function scopeWords({ environment, filter }: Pick<ShownRule, "environment" | "filter">): string {
  const within = environment === "" ? "" : `, in ${environment}`;
  return filter === "" ? within : `${within}, of issues that match ${filter}`;
}
