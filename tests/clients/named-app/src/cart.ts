export type Line = { price?: { amount: number }; quantity: number };

/** A class with a constructor, methods, an accessor, a private method, and a function field. */
export class Cart {
  #lines: Line[];

  constructor(lines: Line[] | undefined) {
    this.#lines = requireLines(lines);
  }

  static parse(text: string): Cart {
    return new Cart((JSON.parse(text) as { lines?: Line[] }).lines);
  }

  total(): number {
    return this.#sum(this.#lines);
  }

  #sum(lines: Line[]): number {
    let sum = 0;
    for (const line of lines) sum += amountOf(line) * line.quantity;
    return sum;
  }

  get first(): number {
    return amountOf(this.#lines[0]!);
  }

  checkout = (): string => `To pay: ${this.total().toFixed(2)}`;
}

function requireLines(lines: Line[] | undefined): Line[] {
  if (!lines) throw new TypeError("A cart needs lines");
  return lines;
}

export const amountOf = (line: Line): number => {
  return line.price!.amount;
};
