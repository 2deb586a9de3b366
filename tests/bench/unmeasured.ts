import { figureNames } from "./budgets.ts";
import type { Figure } from "./figure.ts";
import type { Results } from "./results.ts";
import { type Unmeasured, wholeRunOnly } from "./suite.ts";

type Measured = Pick<Results, "figures" | "unmeasured">;

/** What nobody measured is said, too: a missing line would pass for a budget that does not exist. */
export function withTheRest({ figures, unmeasured }: Measured): Measured {
  const named = new Set([...figures, ...unmeasured].map(({ name }) => name));
  const rest = figureNames.filter((name) => !named.has(name)).map((name) => ({ name, why: "its suite failed" }));
  return { figures: inOrder(figures), unmeasured: inOrder([...unmeasured, ...rest]) };
}

/** What only a whole run measures keeps the figure of the last one on this machine, with its day. */
export function carryOver(results: Results, before: Results | undefined): Results {
  if (before?.machine.cpu !== results.machine.cpu || before.machine.cores !== results.machine.cores) return results;
  const day = before.machine.date.slice(0, 10);
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

function inOrder<Named extends Pick<Figure, "name">>(list: Named[]): Named[] {
  return list.toSorted((a, b) => figureNames.indexOf(a.name) - figureNames.indexOf(b.name));
}
