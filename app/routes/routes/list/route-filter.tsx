import { useLocation } from "react-router";
import { ChoiceMenu, NameMenu } from "#app/ui/choice-menu.tsx";
import { Find } from "#app/ui/find.tsx";
import { type Tab, Tabs } from "#app/ui/tabs.tsx";
import { printRouteSort, type RouteSort } from "#server/domain/rollup/route-sort.ts";
import { kindChoices, kindTabs } from "../kind-names.ts";
import { sortNames } from "./sort-names.ts";

/** Filter choices of the list; selected values are in the URL. */
export type Filter = {
  query: string;
  service: string;
  release: string;
  choices: { services: string[]; releases: string[] };
  /** Number of routes in each tab. */
  ofTab: number[];
};

/**
 * The list's state is entirely in the URL: tabs and menus are links, the search field is a GET
 * form.
 */
export function RouteFilter({ filter, sort }: { filter: Filter; sort: RouteSort }) {
  const { query, service, release, choices, ofTab } = filter;
  const { search } = useLocation();
  const kinds = new URLSearchParams(search).getAll("kind");
  return (
    <div className="row list-head">
      <Tabs label="Type" tabs={tabsOf(search, { kinds, ofTab })} className="tabs pills" />
      <Find of="Routes" label="Search routes" query={query} placeholder="Search routes" />
      <ChoiceMenu
        {...{
          field: "kind",
          label: "Type",
          icon: "filter",
          chosen: kinds.length > 1 ? "" : (kinds[0] ?? ""),
        }}
        options={[["", "All types"], ...kindChoices]}
      />
      <NameMenu
        {...{
          field: "service",
          label: "Service",
          all: "All services",
          icon: "routes",
          chosen: service,
        }}
        names={choices.services}
      />
      <NameMenu
        {...{
          field: "release",
          label: "Release",
          all: "All releases",
          icon: "releases",
          chosen: release,
        }}
        names={choices.releases}
      />
      <ChoiceMenu
        {...{ field: "sort", label: "Sort", icon: "sort", chosen: printRouteSort(sort) }}
        options={Object.entries(sortNames)}
        className="end quiet only-phone"
      />
    </div>
  );
}

function tabsOf(search: string, chosen: { kinds: string[]; ofTab: number[] }): Tab[] {
  return kindTabs.map(({ text, kinds }, index) => {
    const params = new URLSearchParams(search);
    params.delete("kind");
    params.delete("cursor");
    for (const kind of kinds) params.append("kind", kind);
    return {
      text,
      to: { search: params.toString() },
      current: kinds.join() === chosen.kinds.join(),
      count: chosen.ofTab[index],
    };
  });
}
