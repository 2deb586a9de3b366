import type { User } from "./person.ts";

export type Mentionable = Pick<User, "id" | "name" | "email">;

/** A person with what to write behind an `@` to mention them. */
export type Handle = { id: Mentionable["id"]; name: string; handle: string };

/** The part of the address before its `@` where it is unique, else the whole address. */
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
 * Finds the account of a name: a whole email address, its first part, or a name written without
 * blanks (`@MiraLind`), in any case. An ambiguous name means no one.
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
