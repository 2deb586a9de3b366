/** Chance that repeats itself from the same seed, so that two runs send the same events. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 up to but not including `limit`. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    // The high bits alone: those of a linear congruence's low end follow each other visibly.
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }
}
