import { late } from "#app/enhance/late.tsx";

/** Environment and time range in a page's head. Links, which work before their script is loaded. */
export const ScopeMenus = late(async () => (await import("./scope-lists.tsx")).ScopeLists);
