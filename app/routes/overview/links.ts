import { href, useLocation } from "react-router";
import { releasePath } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/scope.ts";
import type { SummaryPart, SummarySince } from "#server/domain/overview/summary.ts";

type Target = { pathname: string; search: string };

/** Where each thing of the overview leads to, within the same environment and period. */
export function useLinks(project: string) {
  const kept = keptSearch(useLocation().search);
  const to = (pathname: string, more: Record<string, string> = {}): Target => {
    const params = new URLSearchParams(kept);
    for (const [name, value] of Object.entries(more)) params.set(name, value);
    return { pathname, search: params.toString() };
  };
  // Without a period the list of issues begins with all of them, so that no filter hides what the link promises.
  const issues = (query: string): Target => {
    const target = to(href("/:project/issues", { project }), { query });
    const params = new URLSearchParams(target.search);
    params.delete("since");
    return { ...target, search: params.toString() };
  };
  return {
    issues,
    to,
    changed: (state: "new" | "regressed", { at }: SummarySince) =>
      issues(state === "regressed" ? "is:regressed" : `is:unresolved first-seen:>=${new Date(at).toISOString()}`),
    release: (version: string) => to(releasePath(project, version)),
    route: (id: number) => to(href("/:project/routes/:route", { project, route: String(id) })),
    routes: (sort?: string) => to(href("/:project/routes", { project }), sort === undefined ? {} : { sort }),
    vitals: () => to(href("/:project/vitals", { project })),
  };
}

export type Links = ReturnType<typeof useLinks>;

/** What a part of the summary is about. */
export function targetOf(part: SummaryPart, since: SummarySince, links: Links): Target | undefined {
  if (!("about" in part)) return undefined;
  switch (part.about.kind) {
    case "release":
      return links.release(part.about.version);
    case "issues":
      return links.changed(part.about.state, since);
    case "route":
      return links.route(part.about.id);
    case "routes":
      return { ...links.routes() };
  }
}
