import type { UserInfo } from "./error-event.ts";

/** How a user is told from others and named in lists: the first of id, mail address, user name and IP address. */
export function userLabel(user: UserInfo | undefined): string | undefined {
  return user?.id ?? user?.email ?? user?.username ?? user?.ip;
}
