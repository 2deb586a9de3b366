import { makeResetLink } from "#server/commands/sign-in/resets.ts";
import { addressOf } from "#server/start/listening-address.ts";
import { type Command, textOf } from "./command.ts";

export const userReset: Command = {
  summary: "Create a password reset link. It works once, for 24 hours.",
  options: { email: { type: "string", required: true, hint: "EMAIL" } },
  answersJsonToPipes: true,
  async run({ values, config, store, now }) {
    const email = textOf(values, "email");
    const user = await store.people.byEmail(email.trim());
    const link = user && (await makeResetLink({ store, now }, user.id, {}));
    if (!link) return { problem: "not-found", detail: `User ${email} not found.` };
    const url = `${addressOf(config)}/reset/${link.token}`;
    const expiresAt = new Date(link.expiresAt).toISOString();
    return {
      text: `${url}\nIt works once, until ${expiresAt}.`,
      data: { email: link.email, url, expiresAt },
    };
  },
};
