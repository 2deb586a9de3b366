/**
 * The probability that at least `found` of `drawn` random items out of `all` are among the
 * `marked`: the tail of the hypergeometric distribution, used by Fisher's exact test. For counts
 * too small for a normal approximation.
 */
export function chanceOfAtLeast(found: number, { drawn, marked, all }: Draw): number {
  const most = Math.min(drawn, marked);
  const choices = lnChoose(all, drawn);
  let chance = 0;
  for (let count = found; count <= most; count++) {
    const term = Math.exp(
      lnChoose(marked, count) + lnChoose(all - marked, drawn - count) - choices,
    );
    chance += term;
    // Terms decrease beyond the mean, where a significant `found` is.
    if (term < chance * 1e-9) break;
  }
  return chance;
}

type Draw = { drawn: number; marked: number; all: number };

/**
 * The logarithm of the binomial coefficient, because the number is too large; minus infinity if it
 * is 0.
 */
const lnChoose = (n: number, k: number): number =>
  k < 0 || k > n ? -Infinity : lnFactorial(n) - lnFactorial(k) - lnFactorial(n - k);

const exact = [0, 0];
for (let n = 2; n < 32; n++) exact[n] = exact[n - 1]! + Math.log(n);

/** Stirling's series: 12 correct digits from 32 on. */
function lnFactorial(n: number): number {
  if (n < exact.length) return exact[n]!;
  return n * Math.log(n) - n + Math.log(2 * Math.PI * n) / 2 + 1 / (12 * n) - 1 / (360 * n ** 3);
}
