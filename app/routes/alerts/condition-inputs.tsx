import { Choice } from "#app/ui/choice.tsx";
import { Field } from "#app/ui/field.tsx";
import { budgetWindows, frequencyWindows } from "#server/domain/alert/windows.ts";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { ConditionKind } from "#server/domain/alert/template.ts";
import { withinWords } from "#server/domain/alert/words.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type Props = { kind: ConditionKind; values: RuleValues; names: string[]; wrong?: WrongForm };

const vitals = { lcp: "LCP", inp: "INP", cls: "CLS", fcp: "FCP", ttfb: "TTFB", hydration: "Hydration" };
const of = { issue: "one issue", project: "the whole project" };
const windowsOf = (minutes: readonly number[]) =>
  Object.fromEntries(minutes.map((each) => [String(each), withinWords(each)]));

/** The fields of one kind of condition; some kinds have none. */
export function ConditionInputs({ kind, values, names, wrong }: Props) {
  const choice = (name: string, label: string, options: { [value: string]: string }) => (
    <Choice {...{ name, label, options, wrong }} chosen={values[name]} />
  );
  const number = (name: string, label: string, hint?: string) => (
    <Field {...{ name, label, hint, wrong }} inputMode="decimal" defaultValue={values[name]} required />
  );
  const known = (name: string, label: string, hint: string) => (
    <>
      <Field {...{ name, label, hint, wrong }} defaultValue={values[name]} list={`${name}-known`} spellCheck={false} />
      <datalist id={`${name}-known`}>
        {names.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </datalist>
    </>
  );
  switch (kind) {
    case "frequency":
      return [
        choice("of", "Counted over", of),
        choice("measure", "What is counted", { events: "events", users: "users" }),
        number("moreThan", "More than"),
        choice("windowMinutes", "Within", windowsOf(frequencyWindows)),
      ].map(keyed);
    case "spike":
      return [
        choice("of", "Counted over", of),
        number("factor", "Times the usual", "From 2. Under 20 events in an hour nothing is called a spike."),
      ].map(keyed);
    case "route":
      return [
        choice("measure", "Measure", { p95: "p95 in milliseconds", "failure-rate": "failure rate in percent" }),
        known("route", "Route", "As the list of routes names it. Empty: any."),
        number("over", "Over", "The budget. It takes 20 requests in the window to judge it."),
        choice("windowMinutes", "Within", windowsOf(budgetWindows)),
      ].map(keyed);
    case "vital":
      return [
        choice("vital", "Web vital", vitals),
        known("page", "Page", "As the vitals name it. Empty: any."),
        number("over", "Over", "In milliseconds; CLS has no unit. Judged at p75, from 10 visits on."),
        choice("windowMinutes", "Within", windowsOf(budgetWindows)),
      ].map(keyed);
    case "check-in":
      return known("monitor", "Monitor", "Its slug. Empty: any.");
    default:
      return null;
  }
}

const keyed = (input: React.ReactElement, index: number) => <div key={index}>{input}</div>;
