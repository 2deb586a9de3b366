import { useLocation, useOutletContext } from "react-router";
import { ChoiceMenu, MenuForm, NameMenu } from "#app/ui/choice-menu.tsx";
import { ranges, scopeOf } from "#app/ui/format/scope.ts";

/** Data that a project's frame passes to its pages. */
export type ProjectOutlet = { environments: string[] };

/**
 * Environment and time range: menus of links that keep all other URL parameters. `hasRange`: the
 * page shows data of the time range.
 */
export function ScopeLists({ hasRange = true }: { hasRange?: boolean }) {
  const { environments } = useOutletContext<ProjectOutlet>();
  const { environment = "" } = scopeOf(useLocation().search);
  return (
    <>
      <NameMenu
        {...{ field: "environment", label: "Environment", all: "All environments" }}
        names={environments}
        chosen={environment}
      />
      {hasRange && <RangeMenu />}
    </>
  );
}

function RangeMenu() {
  const { pathname, search } = useLocation();
  const { since = "" } = scopeOf(search);
  const untimed = untimedRange(pathname);
  const named = Object.entries(
    since === "" || since in ranges ? ranges : { ...ranges, [since]: since },
  );
  // The page's default is one of the ranges, or all time.
  const own = named.find(([, text]) => text === untimed)?.[0] ?? "";
  return (
    <ChoiceMenu
      {...{ field: "since", label: "Time range", chosen: since || own }}
      options={own === "" ? [["", untimed], ...named] : named}
    >
      {untimed !== allTime && !isOfMonitors(pathname) && <UntilForm />}
    </ChoiceMenu>
  );
}

/** On pages that compare periods, the period can end before now. */
function UntilForm() {
  const until = new URLSearchParams(useLocation().search).get("until") ?? "";
  return (
    <>
      <hr />
      <MenuForm field="until">
        <label htmlFor="until">Until</label>{" "}
        <input
          id="until"
          name="until"
          defaultValue={until}
          size={11}
          placeholder="now, 2d, date"
          autoComplete="off"
        />
      </MenuForm>
    </>
  );
}

const allTime = "All time";

/**
 * Default time range of a page (decision 197): a day where figures are compared with the previous
 * period, a week for releases, a month for comparisons of releases; lists of issues and traces are
 * not cut off.
 */
function untimedRange(pathname: string): string {
  if (/\/routes\/[^/]+\/compare$/.test(pathname)) return "Last 30 days";
  if (/\/releases(?:\/.*)?$/.test(pathname)) return "Last 7 days";
  return /^\/[^/]+$|\/vitals$|\/routes(?:\/|$)/.test(pathname) || isOfMonitors(pathname)
    ? "Last 24 hours"
    : allTime;
}

/** Check-ins are always shown up to now. */
const isOfMonitors = (pathname: string): boolean => /\/monitors\//.test(pathname);
