import { disableTwoFactor } from "#server/commands/sign-in/factors.ts";
import { isProblem } from "#server/domain/problem.ts";
import { type Command, textOf } from "./command.ts";

export const userDisableTwoFactor: Command = {
  summary:
    "Remove a user's authenticator app, recovery codes, and passkeys, and end their sessions. The password is not changed.",
  options: { email: { type: "string", required: true, hint: "EMAIL" } },
  async run({ values, store, now }) {
    const email = textOf(values, "email");
    const user = await store.people.byEmail(email.trim());
    if (!user) return { problem: "not-found", detail: `User ${email} not found.` };
    const disabled = await disableTwoFactor({ store, now }, user.id, {});
    if (isProblem(disabled)) return disabled;
    return {
      text: `${disabled.email} can now sign in with only a password.`,
      data: { email: disabled.email },
    };
  },
};
