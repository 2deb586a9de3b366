import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ByteReader } from "./byte-reader.ts";
import { ByteWriter } from "./byte-writer.ts";
import { mergeWritten, writeSketch } from "./sketch-bytes.ts";
import { Sketch, smallestValue } from "./sketch.ts";

const durations = fc.array(
  fc.oneof(
    fc.double({ min: 0, max: 60_000, noNaN: true }),
    fc.integer({ min: 0, max: 40 }).map((exponent) => 2 ** exponent),
    fc.constantFrom(0, -5, Number.NaN, Infinity, 1e-9, 1e300, smallestValue),
  ),
  { maxLength: 60 },
);
const sketches = durations.map(sketchOf);

function sketchOf(values: Iterable<number>): Sketch {
  const sketch = new Sketch();
  for (const value of values) sketch.add(value);
  return sketch;
}

function encodeSketch(sketch: Sketch): Uint8Array {
  const writer = new ByteWriter();
  writeSketch(writer, sketch);
  return writer.written();
}

function decodeSketch(bytes: Uint8Array): Sketch {
  const sketch = new Sketch();
  mergeWritten(sketch, new ByteReader(bytes));
  return sketch;
}

function merged(...parts: Sketch[]): Sketch {
  const sum = new Sketch();
  for (const part of parts) sum.merge(part);
  return sum;
}

/** The complete content of a sketch. */
const contentOf = (sketch: Sketch) => ({
  count: sketch.count,
  zeroCount: sketch.zeroCount,
  buckets: [...sketch.buckets()],
});

describe("merging", () => {
  test("is associative and commutative with the empty sketch as identity", () => {
    fc.assert(
      fc.property(sketches, sketches, sketches, (a, b, c) => {
        expect(contentOf(merged(merged(a, b), c))).toEqual(contentOf(merged(a, merged(b, c))));
        expect(contentOf(merged(a, b))).toEqual(contentOf(merged(b, a)));
        expect(contentOf(merged(a, new Sketch()))).toEqual(contentOf(a));
        expect(contentOf(merged(new Sketch(), a))).toEqual(contentOf(a));
      }),
    );
  });

  test("equals one sketch of all values", () => {
    fc.assert(
      fc.property(durations, durations, (a, b) => {
        expect(contentOf(merged(sketchOf(a), sketchOf(b)))).toEqual(
          contentOf(sketchOf([...a, ...b])),
        );
      }),
    );
  });
});

describe("serialization", () => {
  test("survives a round trip", () => {
    fc.assert(
      fc.property(sketches, (sketch) => {
        expect(contentOf(decodeSketch(encodeSketch(sketch)))).toEqual(contentOf(sketch));
      }),
    );
  });

  test("merges like the original", () => {
    fc.assert(
      fc.property(sketches, sketches, (a, b) => {
        const sum = merged(a);
        mergeWritten(sum, new ByteReader(encodeSketch(b)));
        expect(contentOf(sum)).toEqual(contentOf(merged(a, b)));
      }),
    );
  });

  test("keeps counts beyond 32 bits", () => {
    const sketch = new Sketch();
    sketch.add(10, 2 ** 50);
    sketch.add(0, 2 ** 33 + 1);
    sketch.add(1e9, 3);
    expect(contentOf(decodeSketch(encodeSketch(sketch)))).toEqual(contentOf(sketch));
    expect(sketch.count).toBe(2 ** 50 + 2 ** 33 + 4);
  });

  test("uses about a byte per bucket for thousands of durations", () => {
    const sketch = sketchOf(logNormal(5_000, 0.7));
    expect(encodeSketch(sketch).length).toBeLessThan(1.3 * [...sketch.buckets()].length);
  });
});

describe("subtraction", () => {
  test("equals never having added the values", () => {
    fc.assert(
      fc.property(durations, durations, (kept, gone) => {
        const sketch = sketchOf([...kept, ...gone]);
        for (const value of gone) sketch.add(value, -1);
        expect(contentOf(sketch)).toEqual(contentOf(sketchOf(kept)));
        expect(encodeSketch(sketch)).toEqual(encodeSketch(sketchOf(kept)));
      }),
    );
  });

  test("removes at most the existing counts", () => {
    const sketch = sketchOf([100]);
    for (const [value, times] of [
      [100, -3],
      [200, -1],
      [0, -1],
    ] as const)
      sketch.add(value, times);
    expect(contentOf(sketch)).toEqual({ count: 0, zeroCount: 0, buckets: [] });
    expect(sketch.quantile(0.5)).toBeUndefined();
  });
});

test("a cleared sketch is empty", () => {
  fc.assert(
    fc.property(durations, durations, (before, after) => {
      const sketch = sketchOf(before);
      sketch.clear();
      for (const value of after) sketch.add(value);
      expect(contentOf(sketch)).toEqual(contentOf(sketchOf(after)));
    }),
  );
});

test("an invalid duration counts as zero, and no size is lost", () => {
  const sketch = sketchOf([0, -1, -Infinity, Number.NaN, 1e-4, Infinity, 1e300]);
  expect(sketch).toMatchObject({ count: 7, zeroCount: 5 });
  expect(sketch.quantile(0)).toBe(0);
  expect(sketch.quantile(1)).toBeGreaterThan(2 ** 63);
});

describe("a quantile is within 1% of the value of its rank", () => {
  const quantiles = [0, 0.001, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999, 1];
  const random = randomBy(7);
  const uniform = Array.from({ length: 20_000 }, () => random() * 3_000);
  const distributions: [string, number[]][] = [
    ["log-normal", logNormal(50_000, 0.8)],
    ["uniform", uniform],
    ["exponential", uniform.map((value) => -200 * Math.log(value / 3_000))],
    ["Pareto", uniform.map((value) => 5 / (value / 3_000) ** (1 / 1.2))],
    [
      "two humps, some at zero",
      [
        ...logNormal(9_000, 0.1),
        ...logNormal(9_000, 0.3).map((value) => value * 90),
        ...Array<number>(500).fill(0),
      ],
    ],
    ["whole milliseconds", logNormal(30_000, 1.5).map(Math.round)],
    ["always the same", Array<number>(10_000).fill(64)],
    ["a single one", [12.5]],
  ];

  test.each(distributions)("%s", (_, values) => {
    const sorted = values.toSorted((a, b) => a - b);
    const sketch = sketchOf(values);
    for (const q of quantiles) {
      const truth = sorted[Math.max(1, Math.ceil(q * sorted.length)) - 1]!;
      expect(Math.abs(sketch.quantile(q)! - truth), `q = ${q}`).toBeLessThanOrEqual(0.01 * truth);
    }
  });
});

function logNormal(length: number, sigma: number): number[] {
  const random = randomBy(length);
  return Array.from({ length }, () => {
    const normal = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    return 80 * Math.exp(sigma * normal);
  });
}

/** A linear congruential generator: the same values in every run. */
function randomBy(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
