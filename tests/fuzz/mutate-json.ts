import type { Chance } from "#tests/bench/load/chance.ts";

type Place = { holder: { [key: string]: unknown } | unknown[]; key: string | number };

const deepest = 3_000;

/** JSON text with a changed value, name, or structure; undefined for invalid JSON. */
export function mutateJson(
  text: string,
  chance: Chance,
  words: readonly string[],
): string | undefined {
  const root = parse(text);
  if (!root || isDeep(text)) return undefined;
  const places = placesIn(root);
  const place = chance.pick(places);
  const change = chance.below(8);
  if (change === 0) removeAt(place);
  else if (change === 1)
    renameAt(place, chance.pick([...words, "__proto__", "constructor", "values", "type"]));
  else if (change === 2) setAt(place, valueAt(chance.pick(places)));
  else if (change === 3) setAt(place, Array<unknown>(chance.below(300)).fill(valueAt(place)));
  else if (change === 4) return nested(root, place, chance);
  else setAt(place, oddValue(chance, words));
  return JSON.stringify(root[0]);
}

/** Nested by an earlier mutation, deeper than copying code can follow. */
const isDeep = (text: string): boolean => /(?:\[|\{"a":){100}/.test(text);

function parse(text: string): [unknown] | undefined {
  try {
    return [JSON.parse(text)];
  } catch {
    return undefined;
  }
}

function placesIn(root: [unknown]): Place[] {
  const places: Place[] = [{ holder: root, key: 0 }];
  for (const place of places) {
    const value = valueAt(place);
    if (typeof value !== "object" || value === null) continue;
    const holder = value as Place["holder"];
    const keys = Array.isArray(holder) ? holder.keys() : Object.keys(holder);
    for (const key of keys) places.push({ holder, key });
  }
  return places;
}

const valueAt = ({ holder, key }: Place): unknown => Reflect.get(holder, key);

/** Defined rather than assigned: `__proto__` is an ordinary name. */
function setAt({ holder, key }: Place, value: unknown): void {
  const copy: unknown = value === undefined ? null : structuredClone(value);
  Object.defineProperty(holder, key, {
    value: copy,
    enumerable: true,
    writable: true,
    configurable: true,
  });
}

const removeAt = ({ holder, key }: Place) => Reflect.deleteProperty(holder, key);

function renameAt(place: Place, name: string): void {
  const value = valueAt(place);
  if (Array.isArray(place.holder)) return setAt(place, { [name]: value });
  removeAt(place);
  setAt({ holder: place.holder, key: name }, value);
}

/** Written as text, as a value this deep could not be printed. */
function nested(root: [unknown], place: Place, chance: Chance): string {
  setAt(place, "\u0001nest");
  const depth = chance.below(deepest);
  const [open, close] = chance.pick([
    ["[", "]"],
    ['{"a":', "}"],
  ] as const);
  const nest = open.repeat(depth) + "1" + close.repeat(depth);
  return JSON.stringify(root[0]).replace('"\\u0001nest"', () => nest);
}

const oddValues: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  1e-9,
  253_402_300_800,
  8.64e15 + 1,
  "",
  " ",
  "0",
  "-1",
  "NaN",
  "null",
  "\u0000",
  "\uD800",
  "é".repeat(300),
  "x".repeat(9_000),
  "a.b".repeat(2_000),
  "2026-02-30T25:61:61Z",
  "+010000-01-01T00:00:00Z",
  "{{ default }}",
  "[Filtered]",
  "4111 1111 1111 1111",
  "http://user:pw@[::1]:99999/%zz?a=1&a=2#x",
  "/a/../b\\c",
  "at f (<anonymous>:1:1)\n".repeat(50),
  [],
  {},
  [[]],
  [null],
  [{}],
  { values: null },
  { values: [null, 1, "x", []] },
  { values: {} },
];

function oddValue(chance: Chance, words: readonly string[]): unknown {
  const kind = chance.below(4);
  if (kind === 0) return chance.pick(words);
  if (kind === 1) return Array.from({ length: chance.below(40) }, () => chance.pick(oddValues));
  return chance.pick(oddValues);
}
