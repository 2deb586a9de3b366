import { memo, useCallback, useEffect, useMemo } from "react";
import { amountOf, type Line } from "./cart.ts";

const broken: Line = { quantity: 1 };

/** Fails while rendering. */
export function Price({ line }: { line: Line }) {
  return <b>{amountOf(line)}</b>;
}

export const Total = memo(({ lines }: { lines: Line[] }) => {
  const total = useMemo(() => lines.reduce((sum, line) => sum + amountOf(line), 0), [lines]);
  return <i>{total}</i>;
});

export const Buttons = () => {
  const buy = useCallback(() => amountOf(broken), []);
  return (
    <>
      <button id="buy" onClick={buy}>
        Buy
      </button>
      <button id="look" onClick={() => amountOf(broken)}>
        Look
      </button>
    </>
  );
};

export function Effect() {
  useEffect(() => {
    measure();
  }, []);
  return null;
}

function measure() {
  return amountOf(broken);
}
