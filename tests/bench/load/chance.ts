/** A seeded random generator, so that two runs send the same events. */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** From 0 to `limit`, exclusive. */
  below(limit: number): number {
    this.#state = (Math.imul(this.#state, 1_664_525) + 1_013_904_223) >>> 0;
    // Uses the high bits only, as the low bits of a linear congruential generator are correlated.
    return Math.floor((this.#state / 2 ** 32) * limit);
  }

  pick<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  hex(digits: number): string {
    return Array.from({ length: digits }, () => this.below(16).toString(16)).join("");
  }
}
