import { access } from "#app/route-table.ts";
import { addressOf } from "#tests/harness/address.ts";
import { type PageRoute, readRouteTable } from "#tests/harness/route-table.ts";
import type { CareInstance } from "./instance.ts";

/** A page to look at, and as whom: public pages are opened without signing in. */
export type CarePage = {
  /** The route's pattern and, for further looks at it, the search. */
  name: string;
  url: string;
  as: "owner" | "nobody";
  status: number;
  /** A title belongs to one pattern alone. */
  pattern: string;
};

/** Routes with nothing to see: they lead on, or answer a script. */
const elsewhere: { [routeId: string]: string } = {
  "routes/theme/page": "sets a cookie and leads back",
  "routes/session/oidc": "leads to the provider",
  "routes/session/oidc-callback": "leads on from the provider",
  "routes/session/passkey": "answers the button of the sign-in page",
  "routes/settings/instance-index": "leads to the first of its pages",
  "routes/settings/project-index": "leads to the first of its pages",
  "routes/traces/span-raw": "is JSON",
  "routes/issues/attachment": "is a file",
};

const statuses: { [pattern: string]: number } = { "/*": 404 };

/** Other states of the same pages: nothing found, something wrong, more shown. */
const furtherLooks: { [pattern: string]: string[] } = {
  "/:project/issues": ["query=nothing-matches", "query=is:purple", "query="],
  "/:project/issues/:issue": ["raw"],
  "/:project/feedback": ["state=all", "query=nothing"],
  "/:project/routes": ["query=nothing", "sort=p95"],
  "/:project/traces": ["query=name:nothing", "query=status:purple"],
  "/:project/traces/:trace": ["only=errors&raw=1"],
};

/** Every page of the route table, those of a project with nothing in it, and further looks. */
export async function listPages(instance: CareInstance): Promise<CarePage[]> {
  const routes = (await readRouteTable()).filter(({ id, isPage }) => isPage && !(id in elsewhere));
  const looks = Object.entries(furtherLooks).flatMap(([pattern, searches]) =>
    searches.map((search) => furtherLook(instance, pattern, search)),
  );
  return [...routes.map((route) => pageOf(instance, route)), ...emptyPages(instance, routes), ...looks];
}

function pageOf({ spoor, fresh, named }: CareInstance, { path, branch }: PageRoute): CarePage {
  const isPublic = branch.every((id) => access[id]?.read === "public");
  const url = path === "/setup" ? fresh.setUpUrl! : spoor.url + addressOf(path, named);
  return { name: path, pattern: path, url, as: isPublic ? "nobody" : "owner", status: statuses[path] ?? 200 };
}

/** Pages of a project that need no more than its name. */
function emptyPages({ spoor, empty }: CareInstance, routes: PageRoute[]): CarePage[] {
  return routes
    .filter(({ path }) => /^\/:project\/[a-z-]+(?:\/compare)?$/.test(path))
    .map(({ path }) => {
      const url = spoor.url + addressOf(path, { ":project": empty });
      return { name: `${path} of an empty project`, pattern: path, url, as: "owner", status: 200 };
    });
}

function furtherLook({ spoor, named }: CareInstance, pattern: string, search: string): CarePage {
  const url = `${spoor.url}${addressOf(pattern, named)}?${search}`;
  return { name: `${pattern}?${search}`, pattern, url, as: "owner", status: 200 };
}
