import { plainFields, variables } from "#server/domain/grouping-rules/rule.ts";
import { Table } from "#app/ui/table.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";

const examples: [rule: string, does: string][] = [
  ['type:DatabaseError message:"connection *" -> database-down', "Groups all lost connections into one issue."],
  ["path:**/vendor/** !level:fatal -> vendor {{ default }}", "Groups vendor errors separately."],
  ['tags.tenant:* -> title="{{ type }} for {{ tags.tenant }}"', "Adds the tenant to titles. Grouping stays the same."],
];

export function RuleHelp() {
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
        Left of the arrow: conditions, all required. Fields: {plainFields.join(", ")}, and tags.KEY, each with a colon
        and a pattern. <code>*</code> matches anything, in paths within a folder; <code>**</code> matches anything;{" "}
        <code>?</code> matches one character; <code>!</code> negates a condition. Case-insensitive.
      </p>
      <p>
        Right: the fingerprint, <code>title="…"</code>, or both. Variables in braces: {variables.join(", ")}, tags.KEY,
        and default (the default grouping).
      </p>
    </SettingsPart>
  );
}
