import { amountOf, Cart, type Line } from "./cart.ts";

const broken: Line = { quantity: 1 };

export const actions = {
  /** An object method, a function property, and an arrow property. */
  method() {
    return new Cart([broken]).total();
  },
  keyed: function () {
    return new Cart([broken]).first;
  },
  arrow: () => Cart.parse("{}"),
  "with-a-dash": () => new Cart([broken]).checkout(),
};

export async function loadCart(): Promise<number> {
  await Promise.resolve();
  return cheapest([broken]);
}

function cheapest(lines: Line[]): number {
  return lines.map((line) => amountOf(line)).toSorted((a, b) => a - b)[0]!;
}

export function* prices(lines: Line[]): Generator<number> {
  for (const line of lines) yield amountOf(line);
}

export const drain = function drainAll(): number[] {
  return [...prices([broken])];
};

export const retry = (work: () => unknown, times = 1): unknown => {
  try {
    return work();
  } catch (error) {
    if (times === 0) throw new Error("Gave up", { cause: error });
    return retry(work, times - 1);
  }
};

export function withDefaults({
  line = broken,
  read = () => amountOf(line),
}: { line?: Line; read?: () => number } = {}) {
  return read();
}

export default function () {
  const inner = () => actions.method();
  return inner();
}
