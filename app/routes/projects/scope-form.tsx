import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { NamePicker } from "#app/ui/name-picker.tsx";
import { ranges, scopeOf } from "#app/ui/scope.ts";

/** Not carried over: the fields of this form itself, and the place in a list that it changes. */
const ownFields = ["environment", "since", "cursor"];

/** Environment and time range, as a GET form that keeps whatever else the URL says. */
export function ScopeForm({ environments }: { environments: string[] }) {
  const { pathname, search } = useLocation();
  const params = new URLSearchParams(search);
  const { environment = "", since = "" } = scopeOf(params);
  const untimed = untimedRange(pathname);
  const others = [...params].filter(([name]) => !ownFields.includes(name));
  return (
    // The key remounts the fields when a link changed the filter under them.
    <Form
      key={`${environment} ${since}`}
      className="scope"
      action={pathname}

      aria-label="Environment and time"
    >
      {others.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <NamePicker
        {...{ name: "environment", label: "Environment", all: "Every environment" }}
        names={environments}
        chosen={environment}
      />
      <select name="since" aria-label="Time range" defaultValue={since}>
        <option value="">{untimed}</option>
        <Options options={since === "" || since in ranges ? ranges : { ...ranges, [since]: since }} />
      </select>
      <button>Set</button>
    </Form>
  );
}

/** What a page shows unless asked for another time: figures a day, visits and releases a week, comparisons of releases a month. */
function untimedRange(pathname: string): string {
  if (/\/routes\/[^/]+\/compare$/.test(pathname)) return "Last 30 days";
  if (/\/(?:vitals|releases(?:\/.*)?)$/.test(pathname)) return "Last 7 days";
  return /\/routes(?:\/|$)/.test(pathname) ? "Last 24 hours" : "Any time";
}
