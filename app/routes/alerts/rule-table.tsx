import { href, Link } from "react-router";
import { Time } from "#app/ui/format/time.tsx";
import { channelsWords } from "#server/domain/alert/shown-channel.ts";
import { conditionWords } from "#server/domain/alert/words.ts";
import { RuleState } from "./rule-state.tsx";
import type { ShownRule } from "./shown-rule.ts";
import { Table } from "#app/ui/table.tsx";

type Props = { rules: ShownRule[]; project: string; mailIsOn: boolean; now: number };

export function RuleTable({ rules, project, mailIsOn, now }: Props) {
  return (
    <Table
      caption="Alert rules"
      rows={rules}
      keyOf={({ id }) => id}
      columns={[
        {
          head: "Rule",
          className: "main",
          cell: (rule) => (
            <>
              <Link to={href("/:project/alerts/:rule", { project, rule: String(rule.id) })}>
                {rule.name}
              </Link>
              <small>
                {conditionWords(rule.when)}
                {scopeWords(rule)}.
              </small>
            </>
          ),
        },
        {
          head: "Status",
          className: "whole",
          cell: (rule) => <RuleState {...{ rule, mailIsOn, now }} />,
        },
        {
          head: "Last triggered",
          className: "wide",
          cell: ({ lastFiredAt }) =>
            lastFiredAt === undefined ? "Never" : <Time at={lastFiredAt} now={now} />,
        },
        {
          head: "Notifies",
          className: "wide",
          cell: ({ channels }) => channelsWords(channels),
        },
      ]}
    />
  );
}

/** `, in production, of issues that match level:fatal`. */
export function scopeWords({
  environment,
  filter,
}: Pick<ShownRule, "environment" | "filter">): string {
  const within = environment === "" ? "" : `, in ${environment}`;
  return filter === "" ? within : `${within}, of issues that match ${filter}`;
}
