import type { Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { trimmedText } from "./lenient.ts";
import { noteDropped, noteTrimmed } from "./notes.ts";

const maxMessage = 8_192;

type Message = { message?: string; messageTemplate?: string };

/** The message of `logentry`, otherwise of `message`: a string, or a template with parameters. */
export function readMessage(payload: JsonObject, notes: Note[]): Message {
  const fromEntry = sentenceOf(payload["logentry"], "logentry", notes);
  return fromEntry.message === undefined
    ? sentenceOf(payload["message"], "message", notes)
    : fromEntry;
}

function sentenceOf(value: Json | undefined, path: string, notes: Note[]): Message {
  if (!isObject(value)) {
    if (Array.isArray(value)) noteDropped(notes, path, "expected text");
    return withMessage(textOf(Array.isArray(value) ? undefined : value), undefined, path, notes);
  }
  const template = textOf(value["message"]);
  const formatted = textOf(value["formatted"]) ?? (template && fillIn(template, value["params"]));
  return withMessage(formatted, template, path, notes);
}

function withMessage(
  text: string | undefined,
  template: string | undefined,
  path: string,
  notes: Note[],
): Message {
  const message = trimmedText(text?.trim(), maxMessage, path, notes);
  if (message === undefined) return {};
  if (template === undefined || template === text) return { message };
  if (template.length > maxMessage)
    noteTrimmed(
      notes,
      `${path}.message`,
      maxMessage,
      template.length,
      "characters of the template",
    );
  return { message, messageTemplate: template.slice(0, maxMessage) };
}

const placeholder =
  /%(?:\((\w{1,60})\))?[-+ #0]{0,4}\d{0,4}(?:\.\d{1,4})?([sdifrxXgGeEuoca%])|\{(\w*)\}/g;

/**
 * Python's and C's `%s`, `%(name)s`, `%%`; .NET's and Rust's `{}`, `{0}`, `{name}`. A placeholder
 * without a parameter stays.
 */
function fillIn(template: string, params: Json | undefined): string {
  if (typeof params !== "object" || params === null) return template;
  let next = 0;
  return template.replace(
    placeholder,
    (
      whole,
      name: string | undefined,
      conversion: string | undefined,
      braced: string | undefined,
    ) => {
      if (conversion === "%") return "%";
      const key = name ?? (braced || String(next++));
      if (!Object.hasOwn(params, key)) return whole;
      return printParameter((params as JsonObject)[key]!);
    },
  );
}

const printParameter = (value: Json) => (typeof value === "string" ? value : JSON.stringify(value));
