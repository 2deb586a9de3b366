import { RouterContextProvider } from "react-router";
import { projectContext, requestContext, servicesContext, viewerContext } from "#app/context.ts";
import { loadFrame } from "#app/frame.ts";
import { loader as listLoader } from "#app/routes/issues/list.tsx";
import { loader as layoutLoader } from "#app/routes/projects/layout.tsx";
import { createSuggestTerms } from "#server/read/search/issue-suggestions.ts";
import { createReadIssueQuery } from "#server/read/search/read-issue-query.ts";
import type { Services } from "#server/services.ts";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";

/**
 * Responses of the product's loaders for the measured page, loaded once from the instance's data
 * folder: floors render the same rows without querying them.
 */
const store = await openSqliteStore(process.env.SPOOR_DATA!, { readonly: true });
const [user] = await store.people.list();
const context = new RouterContextProvider();
// Loaders only read and need no commands.
context.set(servicesContext, {
  store,
  now: Date.now,
  suggestTerms: createSuggestTerms(store),
  readIssueQuery: createReadIssueQuery(store, Date.now),
  exceededLimits: async () => [],
  troubles: () => [],
} as unknown as Services);
context.set(projectContext, (await store.projects.bySlug("shop"))!);
context.set(viewerContext, { user: user!, memberships: [] });
context.set(requestContext, {
  publicUrl: "http://127.0.0.1",
  theme: "auto",
  zone: { name: "UTC", isChosen: false },
  address: "",
  secure: false,
  traceId: "",
  nonce: "",
});
const url = new URL("http://127.0.0.1/shop/issues");
// Loaders have further arguments; ours use these.
const asked: unknown = { context, url, params: { project: "shop" } };

export const rootData = await loadFrame(context);
export const layoutData = await layoutLoader(asked as Parameters<typeof layoutLoader>[0]);
export const listData = await listLoader(asked as Parameters<typeof listLoader>[0]);
await store.close();
