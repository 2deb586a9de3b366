import type { Exception, Mechanism, Note } from "#server/domain/event/error-event.ts";
import { isObject, type Json, type JsonObject, textOf } from "#server/domain/json.ts";
import { readStack } from "./frames.ts";
import { booleanOf, cut, naturalOf, objectsOf, trimmedText } from "./lenient.ts";
import { noteTrimmed } from "./notes.ts";

/** Maximum length of a chain; of a longer one, the exceptions nearest to the shown one are kept. */
const maxExceptions = 50;
const maxType = 256;
const maxValue = 8_192;

/** The chain, outermost first: the reverse of the wire. */
export function readExceptions(
  value: Json | undefined,
  platform: string,
  notes: Note[],
): Exception[] {
  const sent = objectsOf(value, "exception", notes);
  if (sent.length > maxExceptions)
    noteTrimmed(notes, "exception", maxExceptions, sent.length, "exceptions, the outermost");
  const exceptions: Exception[] = [];
  for (let index = sent.length - 1; index >= Math.max(0, sent.length - maxExceptions); index--) {
    const exception = readException(sent[index]!, platform, `exception.values.${index}`, notes);
    if (saysSomething(exception)) exceptions.push(exception);
  }
  return exceptions;
}

const saysSomething = ({ type, value, frames }: Exception) =>
  type !== undefined || value !== undefined || frames.length > 0;

function readException(sent: JsonObject, platform: string, path: string, notes: Note[]): Exception {
  const stack = readStack(
    sent["stacktrace"] ?? sent["raw_stacktrace"],
    platform,
    `${path}.stacktrace`,
    notes,
  );
  const exception: Exception = { ...stack };
  const type = trimmedText(sent["type"], maxType, `${path}.type`, notes);
  const value = readValue(sent["value"], `${path}.value`, notes);
  const module = trimmedText(sent["module"], maxType, `${path}.module`, notes);
  if (type !== undefined) exception.type = type;
  if (value !== undefined) exception.value = value;
  if (module !== undefined) exception.module = module;
  if (isObject(sent["mechanism"])) exception.mechanism = readMechanism(sent["mechanism"]);
  return exception;
}

/** Some clients send the thrown object. */
function readValue(value: Json | undefined, path: string, notes: Note[]): string | undefined {
  const text = typeof value === "object" && value !== null ? JSON.stringify(value) : textOf(value);
  return text !== undefined && text.length > maxValue ? cut(text, maxValue, path, notes) : text;
}

function readMechanism(sent: JsonObject): Mechanism {
  const mechanism: Mechanism = {};
  const type = textOf(sent["type"]);
  const handled = booleanOf(sent["handled"]);
  const source = textOf(sent["source"]);
  const exceptionId = naturalOf(sent["exception_id"]);
  const parentId = naturalOf(sent["parent_id"]);
  if (type !== undefined) mechanism.type = type;
  if (handled !== undefined) mechanism.handled = handled;
  if (sent["synthetic"] === true) mechanism.synthetic = true;
  if (source !== undefined) mechanism.source = source;
  if (exceptionId !== undefined) mechanism.exceptionId = exceptionId;
  if (parentId !== undefined) mechanism.parentId = parentId;
  if (sent["is_exception_group"] === true) mechanism.isExceptionGroup = true;
  return mechanism;
}
