import { projectContext } from "#app/context.ts";
import { requireViewer } from "#app/guard.ts";
import type { Route } from "./+types/hits.ts";
import { kindWords, longestText, nameOf, remarkOn } from "./hit-words.ts";
import { pagesNamed } from "./pages-named.ts";
import { pathOf } from "./path-of.ts";

const mostListed = 8;
const mostPages = 4;

/**
 * Results while the rail's field is typed in (`enhance/jump-list.ts`), as far as possible from the
 * project on whose page it is.
 */
export async function loader(args: Route.LoaderArgs) {
  const { services, viewer } = requireViewer(args);
  const project = args.context.get(projectContext);
  const text = (args.url.searchParams.get("q") ?? "").slice(0, longestText).trim();
  const { exact, alike } = await services.jump(viewer, text, project?.id);
  const pages = pagesNamed(text, viewer, project).map(({ path, name, of }) => ({
    path,
    text: name,
    note: of === undefined ? "page" : `page · ${of}`,
  }));
  const hits = [...exact, ...alike].map((hit) => ({
    path: pathOf(hit),
    text: [nameOf(hit), remarkOn(hit)].join(" ").trim().slice(0, 120),
    note: [
      kindWords[hit.kind],
      ...(hit.project.slug === project?.slug ? [] : [hit.project.name]),
    ].join(" · "),
  }));
  const listed = [...pages.slice(0, mostPages), ...hits].slice(0, mostListed);
  return Response.json({ hits: listed }, { headers: { "Cache-Control": "private, no-store" } });
}
