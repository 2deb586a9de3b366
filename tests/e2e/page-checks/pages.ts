import { access } from "#app/route-table.ts";
import { addressOf } from "#tests/harness/requests/address.ts";
import { type PageRoute, readRouteTable } from "#tests/harness/requests/route-table.ts";
import type { CheckedInstance } from "./instance.ts";

/** A page to check and the account that opens it: public pages are opened signed out. */
export type CheckedPage = {
  /** The route's pattern and, for further states, the query. */
  name: string;
  url: string;
  as: "owner" | "signedOut";
  status: number;
  /** The route's pattern. No two patterns share a title. */
  pattern: string;
};

/** Routes without a page: redirects and resources. */
const withoutPage: { [routeId: string]: string } = {
  "routes/theme/page": "sets a cookie and redirects back",
  "routes/session/oidc": "redirects to the provider",
  "routes/session/oidc-callback": "redirects from the provider",
  "routes/session/passkey": "serves the passkey button of the sign-in page",
  "routes/settings/instance-index": "redirects to its first page",
  "routes/settings/project-index": "redirects to its first page",
  "routes/traces/span-raw": "is JSON",
  "routes/search/hits": "is JSON",
  "project-search-hits": "is JSON",
  "routes/issues/attachment": "is a file",
};

const statuses: { [pattern: string]: number } = { "/*": 404 };

/** Further states of pages: no results, an invalid query, more details. */
const furtherStates: { [pattern: string]: string[] } = {
  "/:project/issues": ["query=nothing-matches", "query=is:purple", "query="],
  "/:project/issues/:issue": ["raw"],
  "/:project/search": ["q=invit"],
  "/:project/feedback": ["state=all", "query=nothing"],
  "/:project/routes": ["query=nothing", "sort=p95"],
  "/:project/traces": ["query=name:nothing", "query=status:purple"],
  "/:project/traces/:trace": ["only=errors&raw=1"],
};

/** Every page of the route table, pages of an empty project, and further states. */
export async function listPages(instance: CheckedInstance): Promise<CheckedPage[]> {
  const routes = (await readRouteTable()).filter(
    ({ id, isPage }) => isPage && !(id in withoutPage),
  );
  const looks = Object.entries(furtherStates).flatMap(([pattern, searches]) =>
    searches.map((search) => furtherState(instance, pattern, search)),
  );
  return [
    ...routes.map((route) => pageOf(instance, route)),
    ...emptyPages(instance, routes),
    ...looks,
  ];
}

function pageOf(
  { spoor, setUpUrl, named }: CheckedInstance,
  { path, branch }: PageRoute,
): CheckedPage {
  const isPublic = branch.every((id) => access[id]?.read === "public");
  const url = path === "/setup" ? setUpUrl : spoor.url + addressOf(path, named);
  return {
    name: path,
    pattern: path,
    url,
    as: isPublic ? "signedOut" : "owner",
    status: statuses[path] ?? 200,
  };
}

/** Pages whose only path parameter is the project. */
function emptyPages({ spoor, empty }: CheckedInstance, routes: PageRoute[]): CheckedPage[] {
  return routes
    .filter(({ path }) => /^\/:project\/[a-z-]+(?:\/compare)?$/.test(path))
    .map(({ path }) => {
      const url = spoor.url + addressOf(path, { ":project": empty });
      return { name: `${path} of an empty project`, pattern: path, url, as: "owner", status: 200 };
    });
}

function furtherState(
  { spoor, named }: CheckedInstance,
  pattern: string,
  search: string,
): CheckedPage {
  const url = `${spoor.url}${addressOf(pattern, named)}?${search}`;
  return { name: `${pattern}?${search}`, pattern, url, as: "owner", status: 200 };
}
