import { makeUser, type UserForm, wrongUser } from "#server/commands/people/people.ts";
import { isProblem } from "#server/domain/problem.ts";
import { type Command, type CommandInput, textOf } from "./command.ts";

export const userCreate: Command = {
  summary: "Create a user. --owner makes them an owner of this instance.",
  options: {
    email: { type: "string", required: true, hint: "EMAIL" },
    password: { type: "string", required: true, hint: "PASSWORD" },
    name: { type: "string", hint: "NAME" },
    owner: { type: "boolean", hint: "make the user an owner of this instance" },
  },
  answersJsonToPipes: true,
  mayBeFirst: true,
  refusal: (values) => wrongUser(formOf(values)),
  async run({ values, store, now }) {
    const user = await makeUser(
      { store, now },
      { ...formOf(values), owner: values.owner === true },
    );
    if (isProblem(user)) return user;
    const data = { id: String(user.id), email: user.email, name: user.name, role: user.role };
    return { text: `Created user ${user.email} with the role ${user.role}.`, data };
  },
};

function formOf(values: CommandInput["values"]): UserForm {
  const email = textOf(values, "email");
  const name = textOf(values, "name") || email.split("@", 1)[0]!;
  return { email, name, password: textOf(values, "password") };
}

export const userList: Command = {
  summary: "List users.",
  options: {},
  async run({ store }) {
    const users = (await store.people.list()).map(({ id, email, name, role }) => ({
      id: String(id),
      email,
      name,
      role,
    }));
    const text = users.map(({ email, name, role }) => `${email}\t${name}\t${role}`).join("\n");
    return { text: text || "No users yet.", data: { users } };
  },
};
