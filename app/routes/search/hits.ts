import { requireViewer } from "#app/guard.ts";
import type { Route } from "./+types/hits.ts";
import { kindWords, longestText, nameOf, ownFirst, remarkOn } from "./hit-words.ts";
import { pathOf } from "./path-of.ts";

const mostListed = 8;

/** Results while the rail's field is typed in (`enhance/jump-list.ts`); `in`: the project's slug. */
export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const { searchParams } = args.url;
  const text = (searchParams.get("q") ?? "").slice(0, longestText);
  const { exact, alike } = await services.jump(viewer, text);
  const slug = searchParams.get("in") ?? undefined;
  const hits = ownFirst([...exact, ...alike], slug)
    .slice(0, mostListed)
    .map((hit) => ({
      path: pathOf(hit),
      text: [nameOf(hit), remarkOn(hit)].join(" ").trim().slice(0, 120),
      note: [kindWords[hit.kind], ...(hit.project.slug === slug ? [] : [hit.project.name])].join(
        " · ",
      ),
    }));
  return Response.json({ hits }, { headers: { "Cache-Control": "private, no-store" } });
}
