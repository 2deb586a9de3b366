import {
  AnyMap,
  type SectionedSourceMapInput,
  type TraceMap,
  traceSegment,
} from "@jridgewell/trace-mapping";
import { isObject } from "#server/domain/json.ts";
import type { FunctionRange } from "./function-ranges.ts";
import { functionsByScopes } from "./map-scopes.ts";
import { parseFunctions } from "./parse-functions.ts";

/** The original position of built code. */
export type Original = {
  /** From the map, resolved against the map's own URL; empty if the source has no name. */
  source: string;
  /** The source's index in the map. */
  sourceIndex: number;
  /** Both 1-based. */
  line: number;
  column: number;
  /** The original name at this position, if the map has it. */
  name?: string;
  /** The map marks this source as third-party (`ignoreList`). */
  ignored: boolean;
};

/** A source map in memory: decoded on first use, about 25 bytes per byte of its mappings. */
export class SourceMap {
  readonly #map: TraceMap;
  readonly #lines = new Map<number, string[]>();
  readonly #functions = new Map<number, FunctionRange[] | undefined>();
  readonly #scopes: string | undefined;
  #byScopes: (FunctionRange[] | undefined)[] | undefined;
  /** Approximate memory, for a cache limited in bytes. */
  readonly weight: number;

  constructor(map: TraceMap, weight: number, scopes?: string) {
    this.#map = map;
    this.weight = weight;
    this.#scopes = scopes;
  }

  /**
   * Line and column are 1-based, as printed by browsers and Node. Undefined if the map has no valid
   * entry for the position: the decoder doesn't validate segments, so each is checked when used.
   */
  find(line: number, column: number): Original | undefined {
    if (line < 1 || column < 1) return undefined;
    const { sources, resolvedSources, names, ignoreList } = this.#map;
    const segment = traceSegment(this.#map, line - 1, column - 1);
    if (segment?.length !== 4 && segment?.length !== 5) return undefined;
    const [, sourceIndex, originalLine, originalColumn, nameIndex] = segment;
    if (sourceIndex < 0 || sourceIndex >= sources.length || originalLine < 0 || originalColumn < 0)
      return undefined;
    const name = nameIndex === undefined ? undefined : names[nameIndex];
    return {
      source: sources[sourceIndex] === null ? "" : resolvedSources[sourceIndex]!,
      sourceIndex,
      line: originalLine + 1,
      column: originalColumn + 1,
      ignored: ignoreList?.includes(sourceIndex) ?? false,
      ...(name !== undefined && { name }),
    };
  }

  /** The source's text by line; undefined if the map doesn't contain it. */
  linesOf({ sourceIndex }: Original): string[] | undefined {
    const known = this.#lines.get(sourceIndex);
    if (known) return known;
    const lines = this.#map.sourcesContent?.[sourceIndex]?.split(/\r\n|\r|\n/);
    if (lines) this.#lines.set(sourceIndex, lines);
    return lines;
  }

  /**
   * The functions of a source: from the map's scopes, otherwise from the source's text in the map.
   * Undefined without both.
   */
  functionsOf({ source, sourceIndex }: Original): FunctionRange[] | undefined {
    if (!this.#functions.has(sourceIndex))
      this.#functions.set(sourceIndex, this.#readFunctions(source, sourceIndex));
    return this.#functions.get(sourceIndex);
  }

  #readFunctions(source: string, sourceIndex: number): FunctionRange[] | undefined {
    if (this.#scopes !== undefined)
      this.#byScopes ??= functionsByScopes(this.#scopes, this.#map.names);
    const known = this.#byScopes?.[sourceIndex];
    if (known) return known;
    const text = this.#map.sourcesContent?.[sourceIndex];
    return typeof text === "string"
      ? parseFunctions(text, source.replace(/[?#].*$/, ""))
      : undefined;
  }
}

/**
 * Parses a source map (ECMA-426), plain or in sections; `url`: its own, for relative sources.
 * Untrusted: returns a message for an unusable one. Stricter than the decoder for errors that would
 * show wrong positions (version, types of fields, order of sections), and as lenient for
 * unimportant ones (`file`, `ignoreList`), which must not make a useful map unusable.
 */
export function readSourceMap(text: string, url: string): SourceMap | { fault: string } {
  try {
    // Some servers prepend this, so that JSON can't run as a script.
    const json: unknown = JSON.parse(text.replace(/^\)\]\}'[^\n]*\n/, ""));
    const fault = faultOf(json);
    if (fault !== undefined) return { fault };
    const map = new AnyMap(withoutOrnament(json as SectionedSourceMapInput), url);
    const { scopes } = json as { scopes?: unknown };
    return new SourceMap(map, weightOf(text), typeof scopes === "string" ? scopes : undefined);
  } catch (error) {
    return {
      fault: `It cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    };
  }
}

const maxSectionDepth = 8;

function faultOf(map: unknown, depth = 0): string | undefined {
  if (!isObject(map)) return "It is not a JSON object.";
  if (map.version !== 3) return "Its version is not 3.";
  if (map.sections !== undefined) return faultOfSections(map, depth);
  if (typeof map.mappings !== "string" || !/^[A-Za-z0-9+/,;]*$/.test(map.mappings))
    return "Its mappings are invalid.";
  if (!isList(map.sources, isTextOrNull)) return "Its sources are not a list of names.";
  if (map.names !== undefined && !isList(map.names, isText))
    return "Its names are not a list of names.";
  if (
    map.sourcesContent !== undefined &&
    map.sourcesContent !== null &&
    !isList(map.sourcesContent, isTextOrNull)
  )
    return "Its sourcesContent is not a list of strings.";
  if (map.sourceRoot !== undefined && map.sourceRoot !== null && !isText(map.sourceRoot))
    return "Its sourceRoot is not a string.";
  return undefined;
}

function faultOfSections(map: { [key: string]: unknown }, depth: number): string | undefined {
  if (depth >= maxSectionDepth) return "Its sections are nested too deeply.";
  if (map.mappings !== undefined) return "It has both mappings and sections.";
  if (!Array.isArray(map.sections)) return "Its sections are not a list.";
  let [lastLine, lastColumn] = [-1, -1];
  for (const section of map.sections as unknown[]) {
    const offset = isObject(section) ? section.offset : undefined;
    if (!isObject(section) || !isObject(offset)) return "A section has no offset.";
    const { line, column } = offset;
    if (!isNatural(line) || !isNatural(column)) return "A section has no offset.";
    if (line < lastLine || (line === lastLine && column <= lastColumn))
      return "Its sections are not in order.";
    [lastLine, lastColumn] = [line, column];
    const fault = faultOf(section.map, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function withoutOrnament(map: SectionedSourceMapInput): SectionedSourceMapInput {
  const open = map as { ignoreList?: unknown; sections?: { map: SectionedSourceMapInput }[] };
  if (open.ignoreList !== undefined && !isList(open.ignoreList, isNatural)) delete open.ignoreList;
  open.sections?.forEach((section) => withoutOrnament(section.map));
  return map;
}

const weightOf = (text: string) => text.length * 8;

const isList = (value: unknown, each: (entry: unknown) => boolean) =>
  Array.isArray(value) && value.every(each);
const isText = (value: unknown) => typeof value === "string";
const isTextOrNull = (value: unknown) => value === null || typeof value === "string";
const isNatural = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 0;
