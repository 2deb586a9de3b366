import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { NamePicker } from "#app/ui/name-picker.tsx";
import { printRouteSort, routeColumns, type RouteSort } from "#server/domain/rollup/route-sort.ts";
import { kindChoices } from "../kind-names.ts";
import { columnHeads } from "./column-heads.ts";

/** What the list may be narrowed to; the values chosen are those of the URL. */
export type Filter = {
  query: string;
  service: string;
  kind: string;
  release: string;
  until: string;
  choices: { services: string[]; releases: string[] };
};

const ownFields = ["query", "service", "kind", "release", "until", "sort", "cursor"];

const sortChoices = Object.fromEntries(
  routeColumns.map((column) => [column, columnHeads.find((head) => head.column === column)!.text]),
);

/** A GET form: the whole state of the list stands in the URL. */
export function RouteFilter({ filter, sort }: { filter: Filter; sort: RouteSort }) {
  const kept = [...new URLSearchParams(useLocation().search)].filter(([name]) => !ownFields.includes(name));
  const { query, service, kind, release, until, choices } = filter;
  const sorted = printRouteSort(sort);
  return (
    // The key: links change the filter under the fields.
    <Form key={[query, service, kind, release, until, sorted].join(" ")} className="row list-head" aria-label="Routes">
      {kept.map(([name, value]) => (
        <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
      ))}
      <input
        {...{ type: "search", name: "query", defaultValue: query, size: 24, autoComplete: "off", spellCheck: false }}
        {...{ placeholder: "/checkout", "aria-label": "Route contains", "aria-keyshortcuts": "/" }}
      />
      <select name="kind" aria-label="Kind" defaultValue={kind}>
        <option value="">What people wait for</option>
        <Options options={kindChoices} />
      </select>
      <NamePicker
        {...{ name: "service", label: "Service", all: "Every service" }}
        names={choices.services}
        chosen={service}
      />
      <NamePicker
        {...{ name: "release", label: "Release", all: "Every release" }}
        names={choices.releases}
        chosen={release}
      />
      <label className="meta">
        until{" "}
        <input type="text" name="until" defaultValue={until} size={11} placeholder="now, 2d, date" autoComplete="off" />
      </label>
      {/* Where the table's heads are too many for the screen, the order is chosen here. */}
      <select name="sort" className="of-phone" aria-label="Order" defaultValue={sorted}>
        <Options
          options={sorted in sortChoices ? sortChoices : { ...sortChoices, [sorted]: `${sorted.slice(1)} reversed` }}
        />
      </select>
      <button>Show</button>
    </Form>
  );
}
