import { href, useLocation } from "react-router";
import { releasePath } from "#app/ui/release-link.tsx";
import { keptSearch } from "#app/ui/format/scope.ts";
import { usualSince } from "#app/routes/releases/release-window.ts";
import type { ChangesAgainst, SummaryPart, SummarySince } from "#server/domain/overview/summary.ts";

type AboutIssues = { state: "new" | "regressed"; withResolved?: true };
type Target = { pathname: string; search: string; hash?: string };

/** The overview's default range. */
const usualRange = "24h";

/** Links of the overview, within the same environment and period. */
export function useLinks(project: string) {
  const kept = keptSearch(useLocation().search);
  const to = (pathname: string, more: Record<string, string> = {}): Target => {
    const params = new URLSearchParams(kept);
    for (const [name, value] of Object.entries(more)) params.set(name, value);
    return { pathname, search: params.toString() };
  };
  // Releases have a default range of a week, issues of all time.
  const sameRange = { since: new URLSearchParams(kept).get("since") ?? usualRange };
  // Without a period, the issue list starts with all time, so that no filter hides the linked
  // issues.
  const issues = (query: string): Target => {
    const target = to(href("/:project/issues", { project }), { query });
    const params = new URLSearchParams(target.search);
    params.delete("since");
    return { ...target, search: params.toString() };
  };
  return {
    issues,
    /** The issues that occurred in the period, those with the most users first. */
    issuesOfUsers: () =>
      to(href("/:project/issues", { project }), { ...sameRange, query: "", sort: "users" }),
    to,
    changed: ({ state, withResolved }: AboutIssues, { at }: SummarySince) => {
      const states = state === "regressed" ? "regressed" : "unresolved";
      const is = withResolved ? `is:[${states},resolved]` : `is:${states}`;
      const since = new Date(at).toISOString();
      if (state === "new") return issues(`${is} first-seen:>=${since}`);
      // Resolved issues don't remember that they regressed: those that occurred since then.
      return issues(withResolved ? `${is} last-seen:>=${since}` : is);
    },
    /** The comparison behind a change. */
    change: (id: number, against: ChangesAgainst) =>
      changeTarget(to, kept, { project, id, against }),
    release: (version: string) => to(releasePath(project, version)),
    /** All changes in a release. */
    changes: (version: string) => ({ ...to(releasePath(project, version)), hash: "routes" }),
    routes: (sort?: string) =>
      to(href("/:project/routes", { project }), sort === undefined ? {} : { sort }),
    vitals: () => to(href("/:project/vitals", { project })),
    releases: () => to(href("/:project/releases", { project }), sameRange),
  };
}

type To = (pathname: string, more?: Record<string, string>) => Target;
type Change = { project: string; id: number; against: ChangesAgainst };

function changeTarget(to: To, kept: string, { project, id, against }: Change): Target {
  const route = { project, route: String(id) };
  if (against.kind !== "release") {
    const since =
      against.kind === "moment" ? { since: new Date(against.since).toISOString() } : undefined;
    return to(href("/:project/routes/:route", route), since);
  }
  const { previous, version } = against;
  // By default, comparisons of releases cover a month, and a release's page covers a week.
  const since = new URLSearchParams(kept).get("since") ?? usualSince;
  return to(href("/:project/routes/:route/compare", route), { since, from: previous, to: version });
}

export type Links = ReturnType<typeof useLinks>;

/** Target of a part of the summary. */
export function targetOf(
  part: SummaryPart,
  { since, against }: { since: SummarySince; against: ChangesAgainst },
  links: Links,
): Target | undefined {
  if (!("about" in part)) return undefined;
  switch (part.about.kind) {
    case "release":
      return links.release(part.about.version);
    case "issues":
      return links.changed(part.about, since);
    case "route":
      return links.change(part.about.id, against);
    case "routes":
      return against.kind === "release" ? links.changes(against.version) : links.routes();
  }
}
