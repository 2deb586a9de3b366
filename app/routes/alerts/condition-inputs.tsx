import { Choice } from "#app/ui/form/choice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { budgetWindows, frequencyWindows } from "#server/domain/alert/windows.ts";
import type { RuleValues } from "#server/domain/alert/rule-values.ts";
import type { ConditionKind } from "#server/domain/alert/template.ts";
import { routeMeasures } from "#server/domain/alert/rule.ts";
import { withinWords } from "#server/domain/alert/words.ts";
import type { WrongForm } from "#server/domain/form/read-form.ts";

type Props = { kind: ConditionKind; values: RuleValues; names: string[]; wrong?: WrongForm };

const vitals = {
  lcp: "LCP",
  inp: "INP",
  cls: "CLS",
  fcp: "FCP",
  ttfb: "TTFB",
  hydration: "Hydration",
};
const measures = Object.fromEntries(
  routeMeasures.map((each) => [
    each,
    each === "failure-rate" ? "Failure rate (%)" : `${each} (ms)`,
  ]),
);
const of = { issue: "An issue", project: "The project" };
const windowsOf = (minutes: readonly number[]) =>
  Object.fromEntries(minutes.map((each) => [String(each), withinWords(each)]));

const routeHint =
  "Route pattern, as listed under Routes. Leave blank for any. Each method and type of a route (GET, POST, page load, navigation) is measured on its own, and each can trigger.";

/** The fields of one kind of condition; some kinds have none. */
export function ConditionInputs({ kind, values, names, wrong }: Props) {
  const choice = (name: string, label: string, options: { [value: string]: string }) => (
    <Choice
      {...{ name, label, options, wrong }}
      chosen={values[name]}
      isLabelHidden={name !== "windowMinutes"}
    />
  );
  const number = (name: string, label: string, hint?: string) => (
    <Field
      {...{ name, label, hint, wrong }}
      inputMode="decimal"
      defaultValue={values[name]}
      required
    />
  );
  const known = (name: string, label: string, hint: string) => (
    <>
      <Field
        {...{ name, label, hint, wrong }}
        defaultValue={values[name]}
        list={`${name}-known`}
        spellCheck={false}
      />
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
        choice("of", "Subject", of),
        number("moreThan", "has more than"),
        choice("measure", "Metric", { events: "events", users: "users" }),
        choice("windowMinutes", "within", windowsOf(frequencyWindows)),
      ].map(keyed);
    case "spike":
      return [
        choice("of", "Subject", of),
        number(
          "factor",
          "exceeds, times its usual rate,",
          "At least 2. Requires at least 20 events in an hour.",
        ),
      ].map(keyed);
    case "route":
      return [
        choice("measure", "Metric", measures),
        known("route", "of route", routeHint),
        number("over", "is above", "Requires at least 20 requests in the window."),
        choice("windowMinutes", "within", windowsOf(budgetWindows)),
      ].map(keyed);
    case "vital":
      return [
        choice("vital", "Web vital", vitals),
        known("page", "p75 of page", "Route pattern, as listed under Vitals. Leave blank for any."),
        number(
          "over",
          "is above",
          "In milliseconds; CLS has no unit. Requires at least 10 visits.",
        ),
        choice("windowMinutes", "within", windowsOf(budgetWindows)),
      ].map(keyed);
    case "check-in":
      return known("monitor", "Monitor", "Slug of the monitor. Leave blank for any.");
    default:
      return null;
  }
}

const keyed = (input: React.ReactElement, index: number) => <div key={index}>{input}</div>;
