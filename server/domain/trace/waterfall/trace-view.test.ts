import { expect, test } from "vitest";
import {
  collapse,
  expand,
  focusOn,
  refold,
  toggleRaw,
  unfocus,
  unfold,
  zoomOut,
  zoomTo,
} from "./change-view.ts";
import { sampleSpanId } from "#server/domain/trace/sample-spans.fixture.ts";
import { parseTraceView, printTraceView, type TraceView } from "./trace-view.ts";

const read = (text: string) => parseTraceView(new URLSearchParams(text));
const wholeTrace: TraceView = {
  onlyErrors: false,
  open: [],
  closed: [],
  raw: false,
  all: false,
  skip: 0,
};
const [a, b] = [sampleSpanId(10), sampleSpanId(11)];

test("a view is read from the URL and printed back", () => {
  const text = `focus=${a}&only=errors&open=${a}.1x9,root.z&closed=${b}&zoom=12.5-80&raw=1&all=1&skip=500`;
  expect(read(text)).toEqual({
    focus: a,
    onlyErrors: true,
    open: [`${a}.1x9`, "root.z"],
    closed: [b],
    zoom: { fromMs: 12.5, toMs: 80 },
    raw: true,
    all: true,
    skip: 500,
  });
  expect(printTraceView(read(text))).toBe(text);
  expect(printTraceView(wholeTrace)).toBe("");
});

test("unknown values are ignored", () => {
  expect(read("focus=x&only=some&open=,<b>,no.KEY&closed=1&zoom=9-3&raw=yes&all&skip=-1")).toEqual(
    wholeTrace,
  );
});

test("a printed view parses to the same view", () => {
  for (let seed = 1; seed <= 500; seed++) {
    const view = anyView(seed);
    expect(read(printTraceView(view))).toEqual(view);
  }
});

test("each link has a reverse link", () => {
  expect(unfold(refold(unfold(wholeTrace, "root.a"), "root.a"), "root.a")).toEqual({
    ...wholeTrace,
    open: ["root.a"],
  });
  expect(expand(collapse(wholeTrace, a), a)).toEqual({ ...wholeTrace, open: [a] });
  expect(collapse(expand(wholeTrace, a), a)).toEqual({ ...wholeTrace, closed: [a] });
  expect(unfocus(focusOn(collapse(wholeTrace, a), a))).toEqual(wholeTrace);
  expect(zoomOut(zoomTo(wholeTrace, 1, 2))).toEqual(wholeTrace);
  expect(toggleRaw(zoomTo(wholeTrace, 1, 2))).toEqual({ ...wholeTrace, raw: true });
});

test("zooming on an instant selects a period with a readable URL", () => {
  expect(printTraceView(zoomTo(wholeTrace, 1 / 3, 1 / 3))).toBe("zoom=0.333-0.343");
});

function anyView(seed: number): TraceView {
  let state = seed;
  const next = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
  const ids = () => [...new Set(Array.from({ length: next(4) }, () => sampleSpanId(next(9) + 1)))];
  const zoomed = zoomTo(wholeTrace, next(1e6) / 7, next(1e6) / 7 + 1e6);
  return {
    ...(next(2) === 0 && { focus: sampleSpanId(next(99) + 1) }),
    onlyErrors: next(2) === 0,
    open: [...ids(), ...ids().map((id) => `${id}.${next(36 ** 6).toString(36)}`)],
    closed: ids(),
    ...(next(2) === 0 && { zoom: zoomed.zoom! }),
    raw: next(2) === 0,
    all: next(2) === 0,
    skip: next(3) * 250,
  };
}
