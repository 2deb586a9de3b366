import { makeTokenFor } from "#server/commands/people/tokens.ts";
import { scopes, type Scope } from "#server/domain/people/person.ts";
import { isProblem } from "#server/domain/problem.ts";
import { type Command, textOf } from "./command.ts";
import { notAmong } from "./not-among.ts";

export const tokenCreate: Command = {
  summary: `Create an API token. Scopes: ${scopes.join(", ")}.`,
  options: {
    user: { type: "string", required: true, hint: "EMAIL" },
    scopes: { type: "string", required: true, hint: "SCOPE,…" },
    label: { type: "string", hint: "LABEL" },
  },
  answersJsonToPipes: true,
  async run({ values, store, now }) {
    const asked = textOf(values, "scopes")
      .split(/[,\s]+/)
      .filter(Boolean);
    const unknown = asked.filter((each) => !scopes.includes(each as Scope));
    if (unknown.length > 0 || asked.length === 0)
      return { problem: "invalid", detail: notAmong("scope", unknown[0] ?? "", scopes) };
    const label = textOf(values, "label") || "command line";
    const made = await makeTokenFor(
      { store, now },
      { email: textOf(values, "user"), scopes: asked as Scope[], label },
    );
    if (isProblem(made)) return made;
    return {
      text: `${made.token}\nCopy it now. It won't be shown again.`,
      data: { token: made.token },
    };
  },
};
