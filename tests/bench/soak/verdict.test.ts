import { expect, test } from "vitest";
import type { Timed } from "./timed.ts";
import { isFault, latencyLines, type Line, memoryLine, workLine } from "./verdict.ts";
import { calibration, eventLoop } from "./watchers.ts";

const span = { fromMs: 0, toMs: 90_000 };

/** A sample every half second with that many milliseconds. */
const over = (ms: (atMs: number) => number): Timed[] =>
  Array.from({ length: 180 }, (_, i) => ({ atMs: i * 500, ms: ms(i * 500) }));

const isLate = (atMs: number) => atMs > 45_000;
const growing = (atMs: number) => 20 + atMs / 1_000;
const steady = () => 5;

function lineOf(name: string, list: Timed[], machine: Timed[]): Line {
  const { answers, works } = calibration;
  const lines = latencyLines(
    new Map([
      [name, list],
      [answers, machine],
      [works, machine],
    ]),
    span,
  );
  expect(lines.slice(1).map(isFault)).toEqual([false, false]);
  return lines[0]!;
}

test("a page that slows down on a steady machine is a fault", () => {
  expect(isFault(lineOf("issue", over(growing), over(steady)))).toBe(true);
  expect(isFault(lineOf(eventLoop, over(growing), over(steady)))).toBe(true);
});

test("a machine shared with others slows everything alike and is no fault", () => {
  const busy = (atMs: number) => (isLate(atMs) ? 4 : 1);
  const occasionally = (atMs: number) => (isLate(atMs) && Math.floor(atMs / 5_000) % 3 > 0 ? 4 : 1);
  for (const load of [busy, occasionally]) {
    const page = over((atMs) => 20 * load(atMs));
    expect(
      isFault(
        lineOf(
          "issue",
          page,
          over((atMs) => 5 * load(atMs)),
        ),
      ),
    ).toBe(false);
  }
});

test("a machine that becomes free does not make a page look slower", () => {
  const free = over((atMs) => (isLate(atMs) ? 1 : 4));
  expect(
    isFault(
      lineOf(
        "issue",
        over(() => 20),
        free,
      ),
    ),
  ).toBe(false);
});

test("a page that grew is a fault even when the machine slowed down less", () => {
  const page = over((atMs) => (isLate(atMs) ? 150 : 20));
  expect(
    isFault(
      lineOf(
        "issue",
        page,
        over((atMs) => (isLate(atMs) ? 10 : 5)),
      ),
    ),
  ).toBe(true);
});

test("few samples or differences below the resolution prove nothing", () => {
  expect(
    isFault(
      lineOf(
        "issue",
        over(growing).filter((_, i) => i % 20 === 0),
        over(steady),
      ),
    ),
  ).toBe(false);
  expect(
    isFault(
      lineOf(
        "issue",
        over((atMs) => (isLate(atMs) ? 3.5 : 1)),
        over(steady),
      ),
    ),
  ).toBe(false);
});

test("memory and CPU time are judged on their own", () => {
  expect(isFault(memoryLine(over(growing), span))).toBe(true);
  expect(
    isFault(
      memoryLine(
        over(() => 300),
        span,
      ),
    ),
  ).toBe(false);
  const usage = (costMs: (atMs: number) => number) => {
    let cpuMs = 0;
    return over(costMs).map(({ atMs, ms }, i) => ({ atMs, cpuMs: (cpuMs += ms), pages: i }));
  };
  expect(isFault(workLine(usage(growing), span))).toBe(true);
  expect(
    isFault(
      workLine(
        usage(() => 15),
        span,
      ),
    ),
  ).toBe(false);
});
