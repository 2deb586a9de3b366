/** A trace's distinct terms in one request: a trace with more is not described by them. */
const mostTerms = 5_000;
const fewNumbers = 512;

/** The numbers of a trace's terms as they come by, each once in the end: a list, now and then gone through, where a set would cost more. */
export class TermNumbers {
  #numbers: number[] = [];
  #checkedFrom = fewNumbers;
  #isFull = false;

  get isFull(): boolean {
    return this.#isFull;
  }

  add(numbers: readonly number[]): void {
    for (const number of numbers) this.#numbers.push(number);
    if (this.#numbers.length < this.#checkedFrom) return;
    this.#numbers = this.distinct();
    this.#isFull = this.#numbers.length >= mostTerms;
    this.#checkedFrom = Math.max(fewNumbers, 2 * this.#numbers.length);
  }

  distinct(): number[] {
    return [...new Set(this.#numbers)];
  }
}
