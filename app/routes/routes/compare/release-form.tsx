import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { keptSearch } from "#app/ui/scope.ts";

/** `releases`: by value, each with what is to be read; `from`, `to`: the values that are shown. */
type Props = { releases: { [release: string]: string }; from: string; to: string };

/** Which two, as a GET form. */
export function ReleaseForm({ releases, from, to }: Props) {
  const kept = [...new URLSearchParams(keptSearch(useLocation().search))];
  return (
    // The key remounts the fields when a link changed what is shown.
    <Form key={`${from} ${to}`} className="row list-head" aria-label="Releases to compare">
      {kept.map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <label>
        From{" "}
        <select name="from" defaultValue={from}>
          <Options options={releases} />
        </select>
      </label>
      <label>
        to{" "}
        <select name="to" defaultValue={to}>
          <Options options={releases} />
        </select>
      </label>
      <button>Compare</button>
    </Form>
  );
}
