import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LinesChart } from "./lines-chart.tsx";

const tones = ["dotted", "soft", "main", "dashed"] as const;

test("lines differ without their color, and labels of equal ends are apart, joined to them", () => {
  const html = renderToStaticMarkup(
    <LinesChart
      sentence="Percentiles"
      window={{ since: 0, until: 100 }}
      times={[0, 80, 100]}
      lines={tones.map((tone, index) => ({ name: `p${index}`, tone, values: [10, 50, undefined] }))}
      label={String}
    />,
  );
  const drawn = [...html.matchAll(/<path class="line (\w+)"([^>]*) d=/g)];
  const patternOf = new Map(drawn.map(([, tone, attributes]) => [tone, attributes]));
  expect(new Set(patternOf.values()).size).toBe(tones.length);
  const named = [
    ...html.matchAll(
      /<line class="axis" x1="([\d.]+)%" x2="100%" y1="([\d.]+)" y2="([\d.]+)"(?:\/>|><\/line>)<text/g,
    ),
  ].map(([, ...numbers]) => numbers.map(Number));
  expect(named.map(([x]) => x)).toEqual([80, 80, 80, 80]);
  expect(new Set(named.map(([, y]) => y)).size).toBe(1);
  const places = named.map(([, , place]) => place!).toSorted((a, b) => a - b);
  const gaps = places.slice(1).map((place, index) => place - places[index]!);
  expect(gaps.every((gap) => gap >= 13)).toBe(true);
  // Around the lines' end, not below it.
  expect(places[0]).toBeLessThan(named[0]![1]!);
  expect(places[3]).toBeGreaterThan(named[0]![1]!);
});
