import { expect, test } from "vitest";
import { spikeAt, usualAt } from "./spike.ts";

const days = 21;

/** Seeded, so that a failure can be reproduced. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A count of independent events around `mean` (Knuth's algorithm for small ones, otherwise a normal
 * distribution).
 */
function poisson(mean: number, next: () => number): number {
  if (mean > 50) {
    const normal = Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
  }
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = next(); product > limit; product *= next()) count++;
  return count;
}

const series = (meanAt: (hour: number) => number, seed = 7) => {
  const next = random(seed);
  return Array.from({ length: days * 24 }, (_, hour) => poisson(meanAt(hour), next));
};
const spikesIn = (hours: number[], factor: number) =>
  hours.flatMap((_, index) => (spikeAt(hours, index, { factor }) ? [index] : []));

const wave = (hour: number) => 1 + Math.cos((2 * Math.PI * (hour % 24)) / 24);

test.each([
  ["steady, tiny", () => 0.3],
  ["steady, small", () => 12],
  ["steady, large", () => 4_000],
  ["by day and night", (hour: number) => 200 * wave(hour)],
  ["at night alone", (hour: number) => (hour % 24 === 3 ? 500 : 2)],
  [
    "quiet at weekends",
    (hour: number) => (Math.floor(hour / 24) % 7 < 5 ? 150 * wave(hour) : 20 * wave(hour)),
  ],
  ["growing slowly", (hour: number) => 50 * 1.03 ** (hour / 24)],
])("no spike in %s traffic", (_, meanAt) => {
  for (const seed of [1, 2, 3, 4]) expect(spikesIn(series(meanAt, seed), 2)).toEqual([]);
});

test.each([
  ["steady", () => 30, 300],
  ["by day and night", (hour: number) => 200 * wave(hour), 2_000],
  ["silent", () => 0, 40],
])("a spike in %s traffic on a real jump", (_, meanAt, jump) => {
  const hours = series(meanAt);
  hours[19 * 24 + 5] = jump;
  expect(spikesIn(hours, 3)).toEqual([19 * 24 + 5]);
});

test("a weekend job is unusual once", () => {
  const hours = series((hour) => (hour % 168 === 140 ? 300 : 5));
  expect(spikesIn(hours, 3)).toEqual([140]);
});

test("a new level becomes usual within a week", () => {
  const spikes = spikesIn(
    series((hour) => (hour < 10 * 24 ? 40 : 400)),
    3,
  );
  expect(spikes[0]).toBe(10 * 24);
  expect(Math.max(...spikes)).toBeLessThan(15 * 24);
});

test("with less than two days of history nothing is unusual", () => {
  const hours = [...Array.from({ length: 47 }, () => 0), 1_000];
  expect(usualAt(hours, 47)).toBeUndefined();
  expect(spikeAt(hours, 47, { factor: 2 })).toBeUndefined();
  const longer = [...Array.from({ length: 48 }, () => 0), 1_000];
  expect(spikeAt(longer, 48, { factor: 2 })).toEqual({ count: 1_000, usual: 0 });
  expect(spikeAt(longer, 48, { factor: 2, knownFrom: 20 })).toBeUndefined();
});
