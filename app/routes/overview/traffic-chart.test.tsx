import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { ShownOverview } from "./shown-overview.ts";
import { TrafficChart } from "./traffic-chart.tsx";

const hourMs = 3_600_000;

function drawn(counts: number[]): string {
  const steps = counts.map((count, hour) => [hour * hourMs, count, 0, null, null, null, 0]);
  const shown = {
    stats: { requests: 1 },
    stepMs: hourMs,
    steps: JSON.stringify(steps),
    marks: [],
  } as unknown as ShownOverview;
  return renderToStaticMarkup(<TrafficChart shown={shown} now={counts.length * hourMs} />);
}

const sentenceOf = (counts: number[]) => /latest \d+/.exec(drawn(counts))?.[0];

test("leaves out the incomplete hour, which would look like a drop", () => {
  expect(sentenceOf([300, 320, 7])).toBe("latest 320");
});

test("draws the incomplete hour of a project's first requests", () => {
  expect(sentenceOf([0, 0, 336])).toBe("latest 336");
});

test("names the unit of the number at the end of the line", () => {
  expect(drawn([300, 320, 7])).toContain(">320/h</text>");
});
