import { Buffer } from "node:buffer";
import type { Chance } from "#tests/bench/load/chance.ts";
import { mutateJson } from "./mutate-json.ts";
import type { Target } from "./target.ts";

/** Inputs of a mutation. */
type Stock = { chance: Chance; seeds: readonly Buffer[]; words: readonly string[] };
type Mutation = (bytes: Buffer, stock: Stock) => Buffer;

/** Maximum sample length, so that a time limit applies to a known size. */
export const mostBytes = 65_536;

/** A seed changed once to five times. The same random state creates the same mutant. */
export function mutant(
  { words = [] }: Pick<Target, "words">,
  seeds: readonly Buffer[],
  chance: Chance,
): Buffer {
  const stock = { chance, seeds, words: [...words, ...oddWords] };
  let bytes = chance.pick(seeds);
  for (let times = 1 + chance.below(5); times > 0; times--)
    bytes = chance.pick(mutations)(bytes, stock);
  return bytes.subarray(0, mostBytes);
}

const oddWords = [
  "",
  " ",
  "\n",
  '"',
  "\\",
  "\u0000",
  "\uFEFF",
  "\u202E",
  "😀",
  "__proto__",
  "-1",
  "1e999",
  "[",
  "{",
  "%00",
];
const oddBytes = [0x00, 0x01, 0x0a, 0x22, 0x5c, 0x7b, 0x7f, 0x80, 0xc0, 0xff];
const longRun = 4_000;

const placeIn = (bytes: Buffer, chance: Chance) => chance.below(bytes.length + 1);

/** A range, mostly short. */
function partOf(bytes: Buffer, chance: Chance): [from: number, to: number] {
  const from = placeIn(bytes, chance);
  return [from, Math.min(bytes.length, from + chance.below(chance.pick([4, 32, 1_000])))];
}

const replaced = (bytes: Buffer, from: number, to: number, by: Uint8Array): Buffer =>
  Buffer.concat([bytes.subarray(0, from), by, bytes.subarray(to)]);

const flip: Mutation = (bytes, { chance }) => {
  const flipped = Buffer.from(bytes);
  if (flipped.length > 0) flipped[chance.below(flipped.length)]! ^= 1 << chance.below(8);
  return flipped;
};

const oddByte: Mutation = (bytes, { chance }) => {
  const changed = Buffer.from(bytes);
  if (changed.length > 0) changed[chance.below(changed.length)] = chance.pick(oddBytes);
  return changed;
};

const cut: Mutation = (bytes, { chance }) => bytes.subarray(0, placeIn(bytes, chance));

const remove: Mutation = (bytes, { chance }) =>
  replaced(bytes, ...partOf(bytes, chance), Buffer.alloc(0));

const repeat: Mutation = (bytes, { chance }) => {
  const [from, to] = partOf(bytes, chance);
  const times = Math.min(
    1 + chance.below(chance.pick([2, 50, 2_000])),
    Math.ceil(mostBytes / (to - from + 1)),
  );
  return replaced(
    bytes,
    from,
    from,
    Buffer.concat(Array<Buffer>(times).fill(bytes.subarray(from, to))),
  );
};

const spliceIn: Mutation = (bytes, { chance, seeds }) => {
  const other = chance.pick(seeds);
  return replaced(bytes, ...partOf(bytes, chance), other.subarray(...partOf(other, chance)));
};

const strew: Mutation = (bytes, { chance, words }) =>
  replaced(bytes, ...partOf(bytes, chance), Buffer.from(chance.pick(words)));

/** One letter or word repeated, which is slow for backtracking patterns. */
const run: Mutation = (bytes, { chance, words }) => {
  const word = chance.pick([chance.pick(words), String.fromCodePoint(32 + chance.below(95))]);
  const at = placeIn(bytes, chance);
  return replaced(bytes, at, at, Buffer.from(word.repeat(chance.below(longRun)).slice(0, longRun)));
};

/** A JSON line is changed as a value; a length on the line before it is mostly removed. */
const json: Mutation = (bytes, { chance, words }) => {
  const lines = bytes.toString("utf8").split("\n");
  const at = chance.below(lines.length);
  const changed = mutateJson(lines[at]!, chance, words);
  if (changed === undefined) return strew(bytes, { chance, words, seeds: [] });
  lines[at] = changed;
  if (at > 0 && chance.below(5) > 0) lines[at - 1] = lines[at - 1]!.replace(/,?"length":\d+/, "");
  return Buffer.from(lines.join("\n"));
};

const mutations: readonly Mutation[] = [
  flip,
  oddByte,
  cut,
  remove,
  repeat,
  spliceIn,
  strew,
  run,
  json,
  json,
  json,
  json,
];
