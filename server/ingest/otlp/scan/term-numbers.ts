/** Maximum number of distinct terms of a trace in one request; more are not indexed. */
const mostTerms = 5_000;
const fewNumbers = 512;
/** A power of two. */
const rarePlaces = 4_096;

/**
 * Terms of a vocabulary seen in this pass. One array for all passes: a set per trace cost 4 µs
 * (measured).
 */
export class SeenTerms {
  readonly #passes: number[] = [];
  /**
   * Negative numbers, hashes of rare values, by their last bits: a replaced one may occur twice.
   */
  readonly #rareNumbers = new Int32Array(rarePlaces);
  readonly #rarePasses = new Int32Array(rarePlaces);
  #pass = 0;

  distinct(numbers: readonly number[]): number[] {
    const pass = ++this.#pass;
    const distinct: number[] = [];
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      if (number < 0 ? this.#isNewRare(number, pass) : this.#isNew(number, pass))
        distinct.push(number);
    }
    return distinct;
  }

  #isNew(number: number, pass: number): boolean {
    const passes = this.#passes;
    if (passes[number] === pass) return false;
    while (passes.length <= number) passes.push(0);
    passes[number] = pass;
    return true;
  }

  #isNewRare(number: number, pass: number): boolean {
    const place = number & (rarePlaces - 1);
    if (this.#rareNumbers[place] === number && this.#rarePasses[place] === pass) return false;
    this.#rareNumbers[place] = number;
    this.#rarePasses[place] = pass;
    return true;
  }
}

/** The numbers of a trace's terms, without duplicates at the end. */
export class TermNumbers {
  readonly #seen: SeenTerms;
  #numbers: number[] = [];
  #checkedFrom = fewNumbers;
  #isFull = false;

  constructor(seen: SeenTerms) {
    this.#seen = seen;
  }

  get isFull(): boolean {
    return this.#isFull;
  }

  add(numbers: readonly number[], count = numbers.length): void {
    for (let at = 0; at < count; at++) this.#numbers.push(numbers[at]!);
    if (this.#numbers.length < this.#checkedFrom) return;
    this.#numbers = this.distinct();
    this.#isFull = this.#numbers.length >= mostTerms;
    this.#checkedFrom = Math.max(fewNumbers, 2 * this.#numbers.length);
  }

  distinct(): number[] {
    return this.#seen.distinct(this.#numbers);
  }
}
