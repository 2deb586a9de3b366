import { plainFields, variables } from "#server/domain/grouping-rules/rule.ts";

const examples: [rule: string, does: string][] = [
  ['type:DatabaseError message:"connection *" -> database-down', "Groups all network errors into one issue."],
  ["path:**/vendor/** !level:fatal -> vendor {{ default }}", "Groups vendor errors separately."],
  ['tags.tenant:* -> title="{{ type }} for {{ tags.tenant }}"', "Adds the tenant to titles. Grouping doesn't change."],
];

export function RuleHelp() {
  return (
    <section aria-labelledby="rule-help">
      <h2 id="rule-help">Rule syntax</h2>
      <table className="ledger">
        <caption>Examples of rules</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">Effect</th>
          </tr>
        </thead>
        <tbody>
          {examples.map(([rule, does]) => (
            <tr key={rule}>
              <th scope="row">
                <code className="text">{rule}</code>
              </th>
              <td>{does}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>
        Left of the arrow: conditions, all required. Fields: {plainFields.join(", ")}, and tags.KEY, each with a colon
        and a pattern. <code>*</code> matches anything (in paths, within a folder), <code>**</code> matches anything at
        all, <code>?</code> matches one character, and <code>!</code> negates. Case is ignored.
      </p>
      <p>
        Right: the fingerprint, <code>title="…"</code>, or both. Variables in braces: {variables.join(", ")}, tags.KEY,
        and default (the default grouping).
      </p>
    </section>
  );
}
