import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Chance } from "./chance.ts";

type SampleFrame = {
  filename: string;
  module: string;
  function: string;
  lineno: number;
  colno: number;
  in_app: boolean;
  pre_context: string[];
  context_line: string;
  post_context: string[];
};

/** Lines of context around a frame's line, as in the Node SDK. */
const linesAround = 5;

/** Libraries in an Express application's stack, with their installed source. */
const libraryFiles = [
  "router/index.js",
  "router/lib/layer.js",
  "router/lib/route.js",
  "express/lib/application.js",
].map(readLibrary);

function readLibrary(path: string): { path: string; lines: string[] } {
  const lines = readFileSync(createRequire(import.meta.url).resolve(path), "utf8").split("\n");
  return { path, lines };
}

const nouns = [
  "order",
  "cart",
  "invoice",
  "customer",
  "voucher",
  "shipment",
  "payment",
  "address",
  "product",
  "refund",
];
const verbs = [
  "load",
  "price",
  "confirm",
  "merge",
  "reserve",
  "settle",
  "validate",
  "describe",
  "charge",
  "release",
];

/** A stack of an Express application: its own functions innermost, libraries around them. */
export function sampleFrames(chance: Chance, count: number): SampleFrame[] {
  const own = Math.ceil(count / 3);
  const library = Array.from({ length: count - own }, () => libraryFrame(chance));
  return [...library, ...Array.from({ length: own }, () => ownFrame(chance))];
}

function libraryFrame(chance: Chance): SampleFrame {
  const { path, lines } = chance.pick(libraryFiles);
  const lineno = linesAround + 1 + chance.below(lines.length - 2 * linesAround - 1);
  const name = /function (\w+)/.exec(
    lines.slice(0, lineno).findLast((line) => line.includes("function ")) ?? "",
  )?.[1];
  return {
    filename: `/srv/shop/node_modules/${path}`,
    module: path.replace(/\.js$/, ""),
    function: name ?? "next",
    in_app: false,
    ...around(lines, lineno, chance),
  };
}

function ownFrame(chance: Chance): SampleFrame {
  const noun = chance.pick(nouns);
  const lines = Array.from({ length: 2 * linesAround + 1 }, () => ownLine(chance));
  return {
    filename: `/srv/shop/build/server/${noun}s/${chance.pick(verbs)}-${noun}.js`,
    module: `server.${noun}s`,
    function: `${chance.pick(verbs)}${capital(noun)}`,
    in_app: true,
    ...around(lines, linesAround + 1, chance),
    lineno: 1 + chance.below(400),
  };
}

function around(lines: string[], lineno: number, chance: Chance) {
  return {
    lineno,
    colno: 1 + chance.below(60),
    pre_context: lines.slice(lineno - 1 - linesAround, lineno - 1),
    context_line: lines[lineno - 1]!,
    post_context: lines.slice(lineno, lineno + linesAround),
  };
}

function ownLine(chance: Chance): string {
  const [noun, other, verb] = [chance.pick(nouns), chance.pick(nouns), chance.pick(verbs)];
  return chance.pick([
    `  const ${noun} = await ${verb}${capital(noun)}(${other}.${noun}Id, { tenant });`,
    `  if (!${noun}.${other}) throw new ${capital(noun)}Error("no ${other} to ${verb}", { ${other} });`,
    `  return { ...${noun}, ${other}s: ${noun}.${other}s.map((each) => ${verb}${capital(other)}(each)) };`,
    `  log.debug({ ${noun}: ${noun}.id }, "${verb} ${other}");`,
    `  const total = ${noun}.${other}s.reduce((sum, { amount }) => sum + amount, 0);`,
    "  }",
    "",
  ]);
}

const capital = (word: string) => word[0]!.toUpperCase() + word.slice(1);
