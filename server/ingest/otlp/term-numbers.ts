/** A trace's distinct terms in one request: a trace with more is not described by them. */
const mostTerms = 5_000;
const fewNumbers = 512;

/** Which of a vocabulary's terms were seen in this pass. One array for all passes: a set for each trace cost 4 µs (measured). */
export class SeenTerms {
  readonly #passes: number[] = [];
  /** Of buckets of rare values, whose numbers are below zero. */
  readonly #rarePasses: number[] = [];
  #pass = 0;

  distinct(numbers: readonly number[]): number[] {
    const pass = ++this.#pass;
    const distinct: number[] = [];
    for (let at = 0; at < numbers.length; at++) {
      const number = numbers[at]!;
      const passes = number < 0 ? this.#rarePasses : this.#passes;
      const place = number < 0 ? -1 - number : number;
      if (passes[place] === pass) continue;
      while (passes.length <= place) passes.push(0);
      passes[place] = pass;
      distinct.push(number);
    }
    return distinct;
  }
}

/** The numbers of a trace's terms as they come by, each once in the end. */
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
