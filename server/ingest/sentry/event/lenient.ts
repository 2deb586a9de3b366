import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { noteDropped, noteTrimmed } from "./notes.ts";

// Reads the formats of one field in different SDKs. Other formats are dropped and noted.

/** Text of at most `max` characters; truncated text ends in "...". */
export function trimmedText(
  value: Json | undefined,
  max: number,
  path: string,
  notes: Note[],
): string | undefined {
  const text = textOf(value);
  if (text === undefined) {
    if (typeof value === "object" && value !== null) noteDropped(notes, path, "expected text");
    return undefined;
  }
  return text.length <= max ? text : cut(text, max, path, notes);
}

export function cut(text: string, max: number, path: string, notes: Note[]): string {
  noteTrimmed(notes, path, max, text.length, "characters");
  return endingInDots(text, max);
}

/**
 * The same without notes: releases and environments are truncated equally everywhere, so that they
 * match.
 */
export const endingInDots = (text: string, max: number): string =>
  text.length <= max ? text : `${text.slice(0, max - 3)}...`;

/** A whole number from 0 on, also as digits in a string. */
export function naturalOf(value: Json | undefined): number | undefined {
  const number = typeof value === "string" && value !== "" ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) && number >= 0
    ? number
    : undefined;
}

export const booleanOf = (value: Json | undefined): boolean | undefined =>
  typeof value === "boolean" ? value : undefined;

export function objectOf(
  value: Json | undefined,
  path: string,
  notes: Note[],
): JsonObject | undefined {
  if (isObject(value)) return value;
  if (value !== undefined && value !== null) noteDropped(notes, path, "expected an object");
  return undefined;
}

/**
 * The objects of `{values: […]}`, of a list, or of a single object; null entries are skipped
 * silently.
 */
export function objectsOf(value: Json | undefined, path: string, notes: Note[]): JsonObject[] {
  if (value === undefined || value === null) return [];
  if (isObject(value) && !("values" in value)) return isEmpty(value) ? [] : [value];
  const list = isObject(value) ? value["values"] : value;
  if (list === null || list === undefined) return [];
  if (!Array.isArray(list)) {
    noteDropped(notes, path, "expected a list");
    return [];
  }
  return list.every(isObject)
    ? list
    : list.filter((entry, index) => keepsObject(entry, `${path}.${index}`, notes));
}

function keepsObject(entry: Json, path: string, notes: Note[]): entry is JsonObject {
  if (isObject(entry)) return true;
  if (entry !== null) noteDropped(notes, path, "expected an object");
  return false;
}

function isEmpty(value: JsonObject): boolean {
  for (const key in value) return key === undefined;
  return true;
}

/** Key and value of `{k: v}`, `[[k, v]]`, or `[{key: k, value: v}]`. */
export function pairsOf(value: Json | undefined, path: string, notes: Note[]): [string, Json][] {
  if (value === undefined || value === null) return [];
  if (isObject(value)) return Object.entries(value);
  if (!Array.isArray(value)) {
    noteDropped(notes, path, "expected an object or a list of pairs");
    return [];
  }
  return value.flatMap((entry, index) => {
    const pairs = pairOf(entry);
    if (pairs.length === 0 && entry !== null)
      noteDropped(notes, `${path}.${index}`, "expected a pair");
    return pairs;
  });
}

function pairOf(entry: Json): [string, Json][] {
  const [key, value] = Array.isArray(entry)
    ? entry
    : isObject(entry)
      ? [entry["key"] ?? entry["name"], entry["value"]]
      : [];
  const name = textOf(key);
  return name === undefined ? [] : [[name, value ?? null]];
}
