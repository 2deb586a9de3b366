import { Sketch } from "./sketch.ts";

/** A sketch in a form that messages between threads can carry: they lose classes. */
type CopiedSketch = { copiedSketch: true; zeroCount: number; first: number; counts: Float64Array };

/**
 * The value with all nested sketches replaced by a transferable form. Objects and lists are plain.
 */
export function packSketches(value: unknown): unknown {
  return replaced(value, (each) => {
    if (!(each instanceof Sketch)) return undefined;
    const { first, counts } = each.dense();
    return {
      copiedSketch: true,
      zeroCount: each.zeroCount,
      first,
      counts: counts.slice(),
    } satisfies CopiedSketch;
  });
}

/** The reverse of `packSketches`. */
export function unpackSketches(value: unknown): unknown {
  return replaced(value, (each) => (isCopied(each) ? unpacked(each) : undefined));
}

const isCopied = (value: object): value is CopiedSketch => "copiedSketch" in value;

function unpacked({ zeroCount, first, counts }: CopiedSketch): Sketch {
  const sketch = new Sketch();
  sketch.addZeros(zeroCount);
  counts.forEach((count, index) => sketch.addToBucket(first + index, count));
  return sketch;
}

function replaced(value: unknown, replace: (value: object) => unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const other = replace(value);
  if (other !== undefined) return other;
  if (Array.isArray(value)) return value.map((each) => replaced(each, replace));
  if (value instanceof Map)
    return new Map([...value].map(([key, each]) => [key, replaced(each, replace)]));
  if (value instanceof Set) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [name, replaced(each, replace)]),
  );
}
