import { expect, test } from "vitest";
import { compareShares } from "./compare-shares.ts";
import { compareRollups } from "./compare-rollups.ts";
import { comparisonSentences, percentText, signedPercent } from "./compare-words.ts";
import { estimateQuantile } from "./compare-quantiles.ts";
import { emptyRollup, type Rollup } from "#server/domain/rollup/rollup.ts";

test("samples of one distribution show no difference at any size", () => {
  for (const [before, after] of [
    [2_000, 2_000],
    [200, 5_000],
    [40, 60],
    [20_000, 1_200],
  ] as const) {
    const same = trials((seed) => {
      const chance = seeded(seed);
      return isSame(compareRollups(requests(chance, before, 100), requests(chance, after, 100)));
    });
    expect(same, `${before} and ${after}`).toBeGreaterThanOrEqual(90);
  }
});

test("a fifth slower is detected in 2,000 requests in either direction", () => {
  const found = trials((seed) => {
    const chance = seeded(seed);
    const [slow, quick] = [requests(chance, 2_000, 120), requests(chance, 2_000, 100)];
    const verdicts = (comparison: ReturnType<typeof compareRollups>) =>
      comparison.quantiles.map(({ verdict }) => verdict);
    return (
      verdicts(compareRollups(quick, slow)).includes("slower") &&
      verdicts(compareRollups(slow, quick)).includes("faster")
    );
  });
  expect(found).toBeGreaterThanOrEqual(95);
});

test("the interval of a quantile contains the true one 95 times in 100", () => {
  // p50 of a log-normal distribution is its median; p90 is 1.2816 standard deviations above.
  for (const [count, q, truth] of [
    [60, 0.5, 100],
    [2_000, 0.5, 100],
    [1_000, 0.9, 100 * Math.exp(1.2816 * spread)],
  ] as const) {
    const held = trials((seed) => {
      const { low, high } = estimateQuantile(requests(seeded(seed), count, 100).durations, q)!;
      return low <= truth && truth <= high;
    });
    expect(held, `q ${q} of ${count}`).toBeGreaterThanOrEqual(90);
  }
});

test("failure rates are distinguished with enough requests", () => {
  const of = (part: number, whole: number) => ({ part, whole });
  expect(compareShares(of(20, 1_000), of(60, 1_000))).toBe("more-often");
  expect(compareShares(of(60, 1_000), of(20, 1_000))).toBe("less-often");
  expect(compareShares(of(20, 1_000), of(24, 1_000))).toBe("same");
  expect(compareShares(of(0, 1_000), of(3, 1_000))).toBe("too-few");
  expect(compareShares(of(0, 1_000), of(0, 1_000))).toBe("same");
  expect(compareShares(of(0, 5), of(5, 5))).toBe("too-few");
  expect(compareShares(of(1, 100_000), of(30, 30)), "few requests that all fail").toBe(
    "more-often",
  );
  expect(compareShares(of(30, 30), of(1, 100_000))).toBe("less-often");
  expect(compareShares(of(30, 30), of(100_000, 100_001))).toBe("too-few");
  const same = trials((seed) => {
    const chance = seeded(seed);
    const failed = (whole: number) =>
      Array.from({ length: whole }, chance).filter((each) => each < 0.02).length;
    return compareShares(of(failed(3_000), 3_000), of(failed(800), 800)) === "same";
  });
  expect(same).toBeGreaterThanOrEqual(95);
  const told = trials((seed) => {
    const chance = seeded(seed);
    const failed = (whole: number) =>
      Array.from({ length: whole }, chance).filter((each) => each < 0.02).length;
    return /often/.test(compareShares(of(failed(3_000), 3_000), of(failed(60), 60)));
  });
  expect(told, "of few").toBeLessThanOrEqual(2);
});

test("results are worded, including too little data", () => {
  const [quick, slow] = [exactly(100, 500), exactly(200, 500)];
  slow.failed = 60;
  expect(comparisonSentences(compareRollups(quick, slow))).toEqual([
    "Significantly slower: p50 by 100 ms (+100%), p75 by 100 ms (+100%), p95 by 100 ms (+100%).",
    "Fails more often (statistically significant): 0% before, 12% after.",
  ]);
  expect(comparisonSentences(compareRollups(quick, quick))).toEqual([
    "No significant difference in p50, p75 and p95.",
  ]);
  expect(comparisonSentences(compareRollups(exactly(1, 19), slow))).toEqual([
    "Not enough data: each release needs at least 20 requests.",
  ]);
  expect(comparisonSentences(compareRollups(emptyRollup(), emptyRollup()))).toHaveLength(1);
  expect([signedPercent(0, 0), signedPercent(0, 3), signedPercent(100, 97.5)]).toEqual([
    "0%",
    "new",
    "−2.5%",
  ]);
  expect([0, 0.0062, 0.5, 1].map(percentText)).toEqual(["0%", "0.62%", "50%", "100%"]);
});

const spread = 0.6;

const isSame = ({ quantiles, failures }: ReturnType<typeof compareRollups>): boolean =>
  [...quantiles.map(({ verdict }) => verdict), failures.verdict].every(
    (each) => each === "same" || each === "too-few",
  );

function trials(holds: (seed: number) => boolean): number {
  return Array.from({ length: 100 }, (_, seed) => holds(seed + 1)).filter(Boolean).length;
}

/** Log-normal durations with 2% failures. */
function requests(chance: () => number, count: number, medianMs: number): Rollup {
  const rollup = emptyRollup();
  for (let i = 0; i < count; i++) {
    const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
    rollup.durations.add(medianMs * Math.exp(spread * normal));
    if (chance() < 0.02) rollup.failed++;
  }
  return rollup;
}

function exactly(ms: number, count: number): Rollup {
  const rollup = emptyRollup();
  rollup.durations.add(ms, count);
  return rollup;
}

/**
 * Marsaglia's xorshift, with well separated states for adjacent seeds: the same trials each time.
 */
function seeded(seed: number): () => number {
  let state = Math.imul(seed, 0x9e3779b1) | 1;
  const next = () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
  for (let i = 0; i < 20; i++) next();
  return next;
}
