import type { Who } from "#server/domain/people/permission.ts";

/**
 * Who can open a route and post to it: `post` is by intent if intents differ. `authorize.ts` checks
 * it before any loader or action.
 */
export type RouteRule = {
  read: Who;
  post?: Who | { [intent: string]: Who };
  /** The action reads the body itself, in another thread, because it may be large. */
  takesFiles?: true;
};

export type RouteEntry = RouteRule & {
  /** Below the path of the frame around it. A frame may have none. */
  path?: string;
  index?: true;
  /** Default: the module's name. */
  id?: string;
  /** Below `app/routes`. */
  module: string;
  /** Its position in the frame's list of pages. */
  nav?: { group: string; text: string };
  children?: readonly RouteEntry[];
};

export const readBy = (who: Who): RouteRule => ({ read: who });
export const usedBy = (who: Who): RouteRule => ({ read: who, post: who });
export const byPerson = usedBy("person");
export const byAdmin = usedBy("project:change");
export const inList = (group: string, text: string) => ({ nav: { group, text } });

export const page = (
  path: string,
  module: string,
  rule: RouteRule,
  more?: Partial<RouteEntry>,
): RouteEntry => ({
  path,
  module,
  ...rule,
  ...more,
});
export const index = (module: string, rule: RouteRule, more?: Partial<RouteEntry>): RouteEntry => ({
  index: true,
  module,
  ...rule,
  ...more,
});
export const frame = (
  path: string | undefined,
  module: string,
  rule: RouteRule,
  children: readonly RouteEntry[],
): RouteEntry => ({ ...(path !== undefined && { path }), module, ...rule, children });
