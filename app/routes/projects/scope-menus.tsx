import { late } from "#app/enhance/late.tsx";

/**
 * Environment and time range, for the head of a page. They are links: they work before their script
 * is there.
 */
export const ScopeMenus = late(async () => (await import("./scope-lists.tsx")).ScopeLists);
