import { variables } from "./rule.ts";

const variable = /\{\{\s*([^{}]*?)\s*\}\}/g;

/** Variables in a part or title. */
export const variablesIn = (text: string): string[] =>
  [...text.matchAll(variable)].map(([, name]) => name!);

export const isDefault = (part: string): boolean => /^\{\{\s*default\s*\}\}$/.test(part);

export const isVariable = (name: string): boolean =>
  (variables as readonly string[]).includes(name) || /^tags\.\S{1,200}$/.test(name);

/** Inserts values; a missing value becomes `(none)`, so that such events are one group. */
export const fillIn = (text: string, valueOf: (name: string) => string | undefined): string =>
  text.replace(variable, (_, name: string) => valueOf(name) ?? "(none)");
