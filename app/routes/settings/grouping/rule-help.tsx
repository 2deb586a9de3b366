import { plainFields, variables } from "#server/domain/grouping-rules/rule.ts";

const examples: [rule: string, does: string][] = [
  [
    'type:DatabaseError message:"connection *" -> database-down',
    "All lost connections are one issue, wherever they are lost.",
  ],
  ["path:**/vendor/** !level:fatal -> vendor {{ default }}", "What vendor code throws is apart from the rest."],
  ['tags.tenant:* -> title="{{ type }} for {{ tags.tenant }}"', "Titles name the tenant; the groups stay as they are."],
];

export function RuleHelp() {
  return (
    <section aria-labelledby="rule-help">
      <h2 id="rule-help">How a rule reads</h2>
      <table className="ledger">
        <caption>Examples of rules</caption>
        <thead>
          <tr>
            <th scope="col">Rule</th>
            <th scope="col">What it does</th>
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
        Left of the arrow stands what must match, all of it: {plainFields.join(", ")} and tags.KEY, each with a colon
        and a pattern. <code>*</code> is anything, in paths within a folder; <code>**</code> is anything at all;{" "}
        <code>?</code> is one character; <code>!</code> in front turns it round. Case does not matter.
      </p>
      <p>
        Right of it stand the parts of the fingerprint and <code>title="…"</code>, or one of both. In braces, as in the
        examples: {variables.join(", ")}, tags.KEY, and default, which is what Spoor takes by itself.
      </p>
    </section>
  );
}
