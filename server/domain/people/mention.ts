import type { User } from "./person.ts";

export type Mentionable = Pick<User, "id" | "name" | "email">;

/** A person with the name to mention after `@`. */
export type Handle = { id: Mentionable["id"]; name: string; handle: string };

/** The part of the address before `@` if unique, otherwise the whole address. */
export function handlesOf(people: readonly Mentionable[]): Handle[] {
  const shared = new Map<string, number>();
  for (const { email } of people)
    shared.set(localPart(email), (shared.get(localPart(email)) ?? 0) + 1);
  return people.map(({ id, name, email }) => ({
    id,
    name,
    handle: shared.get(localPart(email)) === 1 ? localPart(email) : email,
  }));
}

/**
 * The account of a name: a whole email address, its first part, or a name without spaces
 * (`@MiraLind`), case-insensitive. An ambiguous name matches no one.
 */
export function findPerson(
  people: readonly Mentionable[],
): (name: string) => Mentionable | undefined {
  const byName = new Map<string, Mentionable | undefined>();
  for (const person of people) {
    for (const name of new Set(namesOf(person)))
      byName.set(name, byName.has(name) ? undefined : person);
  }
  for (const person of people) byName.set(person.email.toLowerCase(), person);
  return (name) => byName.get(name.toLowerCase());
}

const localPart = (email: string): string => email.slice(0, email.lastIndexOf("@")).toLowerCase();

function namesOf({ name, email }: Mentionable): string[] {
  return [localPart(email), name.replaceAll(/\s/g, "").toLowerCase()];
}
