import { strToU8, zipSync } from "fflate";
import { shopSources, type SourcePlace } from "./shop-sources.ts";

/** One release's browser script with its source map, as a build tool uploads them. */
export type ShopBundle = {
  debugId: string;
  url: string;
  /** A zip with a manifest. */
  archive: Uint8Array;
  /** Position of a statement in the script: line and column from 1. */
  at(place: SourcePlace): { line: number; column: number };
};

/** Joins all source lines into one: unreadable, but simple to map. */
export function makeShopBundle(name: string, debugId: string): ShopBundle {
  const files = Object.keys(shopSources).filter((file) => !file.includes(".server."));
  const columns = new Map<string, number>();
  const segments: string[] = [];
  const before = { column: 0, source: 0, line: 0, sourceColumn: 0 };
  let script = "";
  for (const [source, file] of files.entries())
    for (const [line, text] of shopSources[file]!.split("\n").entries()) {
      const trimmed = text.trimStart();
      if (trimmed === "" || trimmed.startsWith("//")) continue;
      columns.set(`${file}:${line + 1}`, script.length);
      const indent = text.length - trimmed.length;
      for (const word of trimmed.matchAll(/[\w$]+|[^\w\s$]/g)) {
        const at = {
          column: script.length + word.index,
          source,
          line,
          sourceColumn: indent + word.index,
        };
        segments.push(segmentOf(at, before));
        Object.assign(before, at);
      }
      script += `${trimmed} `;
    }
  const asset = `assets/${name}.js`;
  const map = {
    version: 3,
    file: asset,
    debug_id: debugId,
    names: [],
    mappings: segments.join(","),
    sources: files.map((file) => `../${file}`),
    sourcesContent: files.map((file) => shopSources[file]!),
  };
  const content = `${script}\n//# sourceMappingURL=${name}.js.map\n//# debugId=${debugId}\n`;
  return {
    debugId,
    url: `https://shop.example/${asset}`,
    archive: archiveOf(asset, debugId, content, JSON.stringify(map)),
    at({ file, line, column, text }) {
      const indent = text.length - text.trimStart().length;
      return { line: 1, column: columns.get(`${file}:${line}`)! + column - indent };
    },
  };
}

function archiveOf(asset: string, debugId: string, script: string, map: string): Uint8Array {
  const manifest = {
    files: {
      [asset]: {
        type: "minified_source",
        url: `~/${asset}`,
        headers: { "debug-id": debugId, sourcemap: `${asset.split("/").at(-1)}.map` },
      },
      [`${asset}.map`]: {
        type: "source_map",
        url: `~/${asset}.map`,
        headers: { "debug-id": debugId },
      },
    },
  };
  const files = { [asset]: strToU8(script), [`${asset}.map`]: strToU8(map) };
  // A fixed date: the same bundle has the same checksum.
  return zipSync(
    { ...files, "manifest.json": strToU8(JSON.stringify(manifest)) },
    { mtime: new Date("2026-01-01") },
  );
}

type Position = { column: number; source: number; line: number; sourceColumn: number };

function segmentOf(at: Position, before: Position): string {
  const steps = [at.column - before.column, at.source - before.source, at.line - before.line];
  return [...steps, at.sourceColumn - before.sourceColumn].map(base64Vlq).join("");
}

const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** A number in source map encoding: five bits per digit, the sign in the lowest bit. */
function base64Vlq(value: number): string {
  let rest = value < 0 ? (-value << 1) | 1 : value << 1;
  let text = "";
  do {
    const digit = rest & 31;
    rest >>>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}
