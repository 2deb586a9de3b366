import type { AskedInProject } from "#app/guard.ts";

/** A person to whom an issue can be assigned. */
export type Person = { id: number; name: string };

export async function peopleOf({ services, project }: AskedInProject): Promise<Person[]> {
  const people = await services.store.issues.assignable(project.id);
  return people.map(({ id, name, email }) => ({ id, name: name || email }));
}
