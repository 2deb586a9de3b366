import { Form, Link, useLocation, useOutletContext } from "react-router";
import { Icon } from "#app/ui/icon.tsx";
import { Menu } from "#app/ui/menu.tsx";
import { NamePicker, namesListed } from "#app/ui/name-picker.tsx";
import { ranges, scopeOf } from "#app/ui/scope.ts";

/** What the frame of a project hands to its pages. */
export type ProjectOutlet = { environments: string[] };

/** Environment and time range: menus of links that keep whatever else the URL says. */
export function ScopeLists() {
  const { environments } = useOutletContext<ProjectOutlet>();
  return (
    <>
      <EnvironmentMenu environments={environments} />
      <RangeMenu />
    </>
  );
}

const allEnvironments = "All environments";

function EnvironmentMenu({ environments }: ProjectOutlet) {
  const { search } = useLocation();
  const { environment = "" } = scopeOf(search);
  const isLong = environments.length > namesListed;
  const names = isLong ? [] : environments;
  // The chosen one stays in the list though nothing has come from it yet.
  const listed = environment === "" || names.includes(environment) ? names : [environment, ...names];
  return (
    <Menu className="end quiet" summary={<Summary name="Environment" chosen={environment || allEnvironments} />}>
      {isLong && <EnvironmentForm {...{ environments, environment }} />}
      <h2>Environment</h2>
      {["", ...listed].map((each) => (
        <Option key={each} field="environment" value={each} isCurrent={each === environment}>
          {each || allEnvironments}
        </Option>
      ))}
    </Menu>
  );
}

function EnvironmentForm({ environments, environment }: ProjectOutlet & { environment: string }) {
  const { pathname, search } = useLocation();
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== "environment" && name !== "cursor");
  return (
    <Form action={pathname} className="row">
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <NamePicker
        {...{ name: "environment", label: "Environment", all: allEnvironments }}
        names={environments}
        chosen={environment}
      />{" "}
      <button>Apply</button>
    </Form>
  );
}

function RangeMenu() {
  const { pathname, search } = useLocation();
  const { since = "" } = scopeOf(search);
  const untimed = untimedRange(pathname);
  const named = Object.entries(since === "" || since in ranges ? ranges : { ...ranges, [since]: since });
  // What a page shows by itself is one of the ranges, or all time.
  const isNamed = named.some(([, text]) => text === untimed);
  const options: [string, string][] = isNamed ? named : [["", untimed], ...named];
  const isCurrent = (value: string, text: string) => value === since || (since === "" && text === untimed);
  const current = options.find(([value, text]) => isCurrent(value, text));
  return (
    <Menu className="end quiet" summary={<Summary name="Time range" chosen={current?.[1] ?? untimed} />}>
      <h2>Time range</h2>
      {options.map(([value, text]) => (
        <Option key={value} field="since" value={value} isCurrent={isCurrent(value, text)}>
          {text}
        </Option>
      ))}
    </Menu>
  );
}

function Summary({ name, chosen }: { name: string; chosen: string }) {
  return (
    <>
      <span className="hidden">{name}: </span>
      <span className="chosen">{chosen}</span> <Icon name="down" />
    </>
  );
}

type OptionProps = { field: "environment" | "since"; value: string; isCurrent: boolean; children: string };

function Option({ field, value, isCurrent, children }: OptionProps) {
  const params = new URLSearchParams(useLocation().search);
  params.delete("cursor");
  if (value === "") params.delete(field);
  else params.set(field, value);
  return (
    <Link to={{ search: params.toString() }} aria-current={isCurrent || undefined} preventScrollReset>
      {children}
    </Link>
  );
}

/** What a page shows unless asked for another time: the overview and routes a day, visits and releases a week, comparisons of releases a month. */
function untimedRange(pathname: string): string {
  if (/\/routes\/[^/]+\/compare$/.test(pathname)) return "Last 30 days";
  if (/\/(?:vitals|releases(?:\/.*)?)$/.test(pathname)) return "Last 7 days";
  return /^\/[^/]+$|\/routes(?:\/|$)/.test(pathname) ? "Last 24 hours" : "All time";
}
