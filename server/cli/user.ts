import { makeUser } from "#server/commands/people.ts";
import { isProblem } from "#server/domain/problem.ts";
import { type Command, textOf } from "./command.ts";

export const userCreate: Command = {
  summary: "Create a user. --owner makes them an owner of this instance.",
  options: {
    email: { type: "string", required: true, hint: "ADDRESS" },
    password: { type: "string", required: true, hint: "WORDS" },
    name: { type: "string", hint: "NAME" },
    owner: { type: "boolean", hint: "may change everything on this instance" },
  },
  answersJsonToPipes: true,
  mayBeFirst: true,
  async run({ values, store, now }) {
    const email = textOf(values, "email");
    const name = textOf(values, "name") || email.split("@", 1)[0]!;
    const form = { email, name, password: textOf(values, "password"), owner: values.owner === true };
    const user = await makeUser({ store, now }, form);
    if (isProblem(user)) return user;
    const data = { id: String(user.id), email: user.email, name: user.name, role: user.role };
    return { text: `${user.email} can now sign in, as ${user.role}.`, data };
  },
};

export const userList: Command = {
  summary: "List the users.",
  options: {},
  async run({ store }) {
    const users = (await store.people.list()).map(({ id, email, name, role }) => ({
      id: String(id),
      email,
      name,
      role,
    }));
    const text = users.map(({ email, name, role }) => `${email}\t${name}\t${role}`).join("\n");
    return { text: text || "There are no users yet.", data: { users } };
  },
};
