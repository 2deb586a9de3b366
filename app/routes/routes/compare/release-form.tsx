import { Form, useLocation } from "react-router";
import { Options } from "#app/ui/choice.tsx";
import { keptSearch } from "#app/ui/scope.ts";

/**
 * Options by value, each with its text: `releases` are all, `before` those of one package with the
 * release that is shown. `from`, `to`: the values that are shown.
 */
type Props = { releases: Texts; before: Texts; from: string; to: string };
type Texts = { [release: string]: string };

/** Which two, as a GET form. */
export function ReleaseForm({ releases, before, from, to }: Props) {
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
          <Options options={before} />
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
