import { figureNames } from "./budgets.ts";
import type { Figure } from "./figure.ts";
import type { Machine } from "./machine.ts";
import type { Results } from "./results.ts";
import { type Unmeasured, wholeRunOnly } from "./suite.ts";

type Measured = Pick<Results, "figures" | "unmeasured">;

/** Unmeasured figures are listed too: a missing line would look like a missing budget. */
export function withTheRest({ figures, unmeasured }: Measured): Measured {
  const named = new Set([...figures, ...unmeasured].map(({ name }) => name));
  const rest = figureNames
    .filter((name) => !named.has(name))
    .map((name) => ({ name, why: "its suite failed" }));
  return { figures: inOrder(figures), unmeasured: inOrder([...unmeasured, ...rest]) };
}

export function isSameMachine(a: Machine, b: Machine): boolean {
  return a.cpu === b.cpu && a.cores === b.cores;
}

/**
 * Figures that an earlier run had left out, with their day, or its reason if still missing. Ratios
 * of one run hold on any machine, so another machine is named beside the day.
 */
export function addTo(before: Results, { machine, figures }: Results): Results {
  const where = isSameMachine(before.machine, machine)
    ? ""
    : ` on ${machine.cores} cores (${machine.cpu})`;
  const measuredOn = dayOf(machine) + where;
  const added = new Set(figures.map(({ name }) => name));
  const isLeft = ({ name }: Pick<Figure, "name">) => !added.has(name);
  return {
    ...before,
    figures: inOrder([
      ...before.figures.filter(isLeft),
      ...figures.map((each) => ({ ...each, measuredOn })),
    ]),
    unmeasured: before.unmeasured.filter(isLeft),
  };
}

/** A full-run figure keeps its last value on this machine with its day. */
export function carryOver(results: Results, before: Results): Results {
  if (!isSameMachine(before.machine, results.machine)) return results;
  const day = dayOf(before.machine);
  const kept = results.unmeasured.flatMap(({ name, why }): Figure[] => {
    const last = why === wholeRunOnly && before.figures.find((figure) => figure.name === name);
    if (!last) return [];
    return before.run === "whole" || last.measuredOn !== undefined
      ? [{ ...last, measuredOn: last.measuredOn ?? day }]
      : [];
  });
  const isKept = ({ name }: Unmeasured) => kept.some((figure) => figure.name === name);
  const unmeasured = results.unmeasured.filter((each) => !isKept(each));
  return { ...results, figures: inOrder([...results.figures, ...kept]), unmeasured };
}

const dayOf = ({ date }: Machine) => date.slice(0, 10);

function inOrder<Named extends Pick<Figure, "name">>(list: Named[]): Named[] {
  return list.toSorted((a, b) => figureNames.indexOf(a.name) - figureNames.indexOf(b.name));
}
