import type { ErrorEvent, Frame } from "#server/domain/event/error-event.ts";
import { familyOf } from "#server/domain/event/family.ts";
import { titleException } from "#server/domain/event/title-exception.ts";
import { globOf } from "./glob.ts";
import { printRule } from "./print-rule.ts";
import type { GroupingRule, Matcher, MatcherField, Ruled } from "./rule.ts";
import { fillIn, isDefault } from "./template.ts";

/** Result of the project's rules for an event; undefined if none matches. */
export type Rulebook = (event: ErrorEvent) => Ruled | undefined;

const titleMost = 200;
const partMost = 500;

/** The first matching rule with a fingerprint sets it; the same for titles. */
export function rulebookOf(rules: readonly GroupingRule[]): Rulebook {
  const compiled = rules.map((rule) => ({
    rule,
    text: printRule(rule),
    tests: rule.matchers.map(testOf),
  }));
  return (event) => {
    const matching = compiled.filter(({ tests }) => tests.every((test) => test(event)));
    const grouping = matching.find(({ rule }) => rule.fingerprint);
    const naming = matching.find(({ rule }) => rule.title !== undefined);
    if (!grouping && !naming) return undefined;
    const fill = (text: string, most: number) =>
      fillIn(text, (name) => variableOf(event, name)).slice(0, most);
    const parts = grouping?.rule.fingerprint!.map((part) =>
      isDefault(part) ? "{{ default }}" : fill(part, partMost),
    );
    return {
      ...(grouping && { fingerprint: { rule: grouping.text, parts: parts! } }),
      ...(naming && { title: { rule: naming.text, text: fill(naming.rule.title!, titleMost) } }),
    };
  };
}

function testOf({ field, negated, pattern }: Matcher): (event: ErrorEvent) => boolean {
  const matches = globOf(pattern, field === "path" ? "path" : "text");
  return (event) =>
    valuesOf(event, field).some((value) => value !== undefined && matches(value)) !== negated;
}

function valuesOf(event: ErrorEvent, field: MatcherField): (string | undefined)[] {
  const { exceptions } = event;
  switch (field) {
    case "type":
      return exceptions.map(({ type }) => type);
    case "message":
      return [event.message, ...exceptions.map(({ value }) => value)];
    case "function":
      return framesOf(event).map((frame) => frame.function);
    case "module":
      return framesOf(event).map(({ module }) => module);
    case "path":
      return framesOf(event).flatMap(({ file, absPath }) => [file, absPath]);
    case "family":
      return familyNamesOf(event);
    case "logger":
    case "level":
    case "release":
    case "environment":
      return [event[field]];
    default:
      return tagsOf(event, field);
  }
}

function tagsOf({ tags }: ErrorEvent, field: string): string[] {
  const key = field.slice("tags.".length);
  return tags.filter(([each]) => each === key).map(([, value]) => value);
}

const framesOf = ({ exceptions, threads }: ErrorEvent): Frame[] =>
  [...exceptions, ...threads].flatMap(({ frames }) => frames);

/** From the exception of the title, and its in-app frame. */
function variableOf(event: ErrorEvent, name: string): string | undefined {
  const exception = titleException(event.exceptions);
  const frames = exception?.frames ?? [];
  const frame = frames.find(({ inApp }) => inApp) ?? frames[0];
  switch (name) {
    case "type":
      return exception?.type;
    case "message":
      return exception?.value ?? event.message;
    case "function":
      return frame?.function;
    case "module":
      return frame?.module;
    case "path":
      return frame?.file ?? frame?.absPath;
    case "transaction":
    case "logger":
    case "level":
    case "release":
    case "environment":
      return event[name];
    default:
      return tagsOf(event, name)[0];
  }
}

/** Older rules use the previous family name `old-tab`. */
function familyNamesOf(event: ErrorEvent): (string | undefined)[] {
  const name = familyOf(event)?.name;
  return name === "stale-chunk" ? [name, "old-tab"] : [name];
}
