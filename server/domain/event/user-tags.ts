import type { ErrorEvent, UserInfo } from "./error-event.ts";

/** Search-only tags, which pages omit because they show the user. */
export const searchOnlyTags = ["user.email", "user.username", "user.ip"] as const;

const longest = 200;

/**
 * Searched fields of a user besides the tag `user`, which has the first of ID, email address,
 * username, and IP address: the others of these. They are not tags of the event.
 */
export function userTags({ user, tags }: Pick<ErrorEvent, "user" | "tags">): ErrorEvent["tags"] {
  const found: ErrorEvent["tags"] = [];
  if (!user) return found;
  let isNamed = false;
  for (const [key, field] of fields) {
    const value = user[field];
    if (value === undefined || value === "") continue;
    if (isNamed && !tags.some(([own]) => own === key)) found.push([key, lineOf(value)]);
    isNamed = true;
  }
  return found;
}

const fields = [
  ["user.id", "id"],
  ["user.email", "email"],
  ["user.username", "username"],
  ["user.ip", "ip"],
] as const satisfies [string, keyof UserInfo][];

const lineOf = (text: string) =>
  (/[\r\n]/.test(text) ? text.replaceAll(/[\r\n]+/g, " ") : text).slice(0, longest);
