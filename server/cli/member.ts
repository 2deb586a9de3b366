import { audit } from "#server/commands/audit.ts";
import { projectRoles, type ProjectRole } from "#server/domain/people/person.ts";
import { type Command, textOf } from "./command.ts";
import { notAmong } from "./not-among.ts";

export const memberAdd: Command = {
  summary: `Give a user a role in a project: ${projectRoles.join(", ")}.`,
  options: {
    project: { type: "string", required: true, hint: "SLUG" },
    email: { type: "string", required: true, hint: "EMAIL" },
    role: { type: "string", required: true, hint: "ROLE" },
  },
  answersJsonToPipes: true,
  async run({ values, store, now }) {
    const [slug, email, role] = [
      textOf(values, "project"),
      textOf(values, "email"),
      textOf(values, "role"),
    ];
    const project = await store.projects.bySlug(slug);
    if (!project) return { problem: "not-found", detail: `Project ${slug} not found.` };
    const user = await store.people.byEmail(email);
    if (!user) return { problem: "not-found", detail: `User ${email} not found.` };
    if (!projectRoles.includes(role as ProjectRole))
      return { problem: "invalid", detail: notAmong("role", role, projectRoles) };
    await store.people.setMembership(project.id, user.id, role as ProjectRole);
    const entry = {
      kind: "member-added",
      projectId: project.id,
      about: user.email,
      detail: role,
    } as const;
    await audit({ store, now }, {}, entry);
    return {
      text: `${user.email} is now ${role} in ${project.slug}.`,
      data: { project: slug, email: user.email, role },
    };
  },
};
