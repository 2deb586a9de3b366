import type { ErrorEvent, UserInfo } from "./error-event.ts";

/** Tags that issues are searched by and that pages leave out: the user is on the page already. */
export const searchOnlyTags = ["user.email", "user.username", "user.ip"] as const;

const longest = 200;

/**
 * What a user is searched by beside the tag `user`, which has the first of id, email address, username and IP address: the
 * others of these. They are not tags of the event itself.
 */
export function userTags({ user, tags }: Pick<ErrorEvent, "user" | "tags">): ErrorEvent["tags"] {
  if (!user) return [];
  const [, ...others] = fieldsOf(user).filter(([, value]) => value !== undefined && value !== "");
  return others.flatMap(([key, value]): ErrorEvent["tags"] => {
    const text = value!.replaceAll(/[\r\n]+/g, " ").slice(0, longest);
    return tags.some(([own]) => own === key) ? [] : [[key, text]];
  });
}

const fieldsOf = ({ id, email, username, ip }: UserInfo): [string, string | undefined][] => [
  ["user.id", id],
  ["user.email", email],
  ["user.username", username],
  ["user.ip", ip],
];
