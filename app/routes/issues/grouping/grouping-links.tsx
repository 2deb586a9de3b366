import { href, useLocation } from "react-router";
import { keptSearch } from "#app/ui/format/scope.ts";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";

/** The three pages about grouping. */
export function GroupingLinks({ project, issue }: { project: string; issue: string }) {
  const { pathname, search } = useLocation();
  const link = (text: string, to: string): Tab => ({
    text,
    current: pathname.endsWith(to.slice(to.lastIndexOf("/"))),
    to: { pathname: to, search: keptSearch(search) },
  });
  const tabs = [
    link("Grouping info", href("/:project/issues/:issue/grouping", { project, issue })),
    link("Merged fingerprints", href("/:project/issues/:issue/merged", { project, issue })),
    link("Similar issues", href("/:project/issues/:issue/similar", { project, issue })),
  ];
  return <Tabs label="Grouping" tabs={tabs} />;
}
