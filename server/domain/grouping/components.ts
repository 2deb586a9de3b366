import type { ErrorEvent, Exception } from "#server/domain/event/error-event.ts";
import { blockedOrigin } from "#server/domain/event/title.ts";
import { distinctExceptions } from "./exception-group.ts";
import { byFamily } from "./families.ts";
import type { Grouping, GroupingPart } from "./grouping.ts";
import { messageKey } from "./parametrize.ts";
import type { PlatformRules } from "./platform-rules.ts";
import { stackParts, type TakeFrames } from "./stack-parts.ts";

export type Components = Pick<Grouping, "basis" | "family" | "rule" | "sentence" | "parts">;

/** The default grouping: the first of these that the event has data for. */
export function componentsOf(event: ErrorEvent, rules: PlatformRules): Components {
  if (event.csp) return byCsp(event.csp);
  return (
    byFamily(event) ??
    byExceptions(event, rules) ??
    byTemplate(event) ??
    byThread(event, rules) ??
    byMessage(event) ??
    byNothing(event)
  );
}

function byCsp({ directive, blockedUri }: NonNullable<ErrorEvent["csp"]>): Components {
  const parts = [counting("directive", directive), counting("blocked", blockedOrigin(blockedUri))];
  return { basis: "csp", sentence: "the same blocked source and policy directive", parts };
}

function byExceptions({ exceptions }: ErrorEvent, rules: PlatformRules): Components | undefined {
  if (exceptions.length === 0) return undefined;
  const identify = (exception: Exception) =>
    countedText(exceptionParts(exception, rules, "in-app"));
  const distinct = distinctExceptions(exceptions, identify);
  const parts = (take: TakeFrames) =>
    distinct.flatMap((exception) => exceptionParts(exception, rules, take));
  const byStack = bestStack(parts, "the same exceptions and in-app frames");
  if (byStack) return byStack;
  const byWords = parts("all");
  if (!byWords.some((part) => part.counts)) return undefined;
  return {
    basis: "exception",
    sentence: "the same exception types and messages, ignoring values",
    parts: byWords,
  };
}

/** The in-app frames of the stack, otherwise all frames, otherwise nothing. */
function bestStack(
  partsOf: (take: TakeFrames) => GroupingPart[],
  sentence: string,
): Components | undefined {
  const inApp = partsOf("in-app");
  if (countsFrame(inApp)) return { basis: "in-app-frames", sentence, parts: inApp };
  const all = partsOf("all");
  if (!countsFrame(all)) return undefined;
  return {
    basis: "all-frames",
    sentence: `${sentence.replace("in-app frames", "frames")} (none in-app)`,
    parts: all,
  };
}

/** Type and stack; the message if no stack is more specific, or there is no type. */
function exceptionParts(
  { type, value, frames, mechanism }: Exception,
  rules: PlatformRules,
  take: TakeFrames,
): GroupingPart[] {
  const stack = stackParts(frames, rules, take);
  const parts: GroupingPart[] = [];
  if (type !== undefined) {
    const isSynthetic = mechanism?.synthetic === true;
    parts.push(
      isSynthetic
        ? left("exception type", type, "synthetic, set by the SDK")
        : counting("exception type", type),
    );
  }
  if (value !== undefined) {
    const told = type !== undefined && countsFrame(stack) && !rules.isNamedByMessage?.(type);
    parts.push(
      told
        ? left("message", value.slice(0, 200), "stack frames are more specific")
        : messagePart(value),
    );
  }
  return [...parts, ...stack];
}

/** A logged message is one issue, wherever it is logged: its template is what its author wrote. */
function byTemplate(event: ErrorEvent): Components | undefined {
  return event.exceptions.length === 0 && templateOf(event) !== undefined
    ? byMessage(event)
    : undefined;
}

/** A template with only placeholders (`%s`) is meaningless. */
function templateOf({ messageTemplate }: ErrorEvent): string | undefined {
  const words = messageTemplate?.replaceAll(/%(?:\(\w+\))?[-+ #0\d.]*[a-zA-Z]|\{\w*\}/g, "");
  return words !== undefined && /\p{L}{2}/u.test(words) ? messageTemplate : undefined;
}

/** A stack without an exception: a crashed thread, or the place where a message was logged. */
function byThread(event: ErrorEvent, rules: PlatformRules): Components | undefined {
  const thread =
    event.threads.find((each) => each.crashed) ?? event.threads.find((each) => each.current);
  if (!thread) return undefined;
  const text = templateOf(event) ?? event.message;
  const message = text === undefined ? [] : [messagePart(text)];
  const parts = (take: TakeFrames) => [...message, ...stackParts(thread.frames, rules, take)];
  return bestStack(
    parts,
    text === undefined ? "the same in-app frames" : "the same message and in-app frames",
  );
}

function byMessage(event: ErrorEvent): Components | undefined {
  const template = templateOf(event);
  const text = template ?? event.message;
  if (text === undefined) return undefined;
  const part = messagePart(text);
  if (template !== undefined) part.remark = "template";
  return { basis: "message", sentence: "the same message, ignoring values", parts: [part] };
}

function byNothing({ level, logger, transaction }: ErrorEvent): Components {
  const parts = [counting("level", level)];
  if (logger) parts.push(counting("logger", logger));
  if (transaction) parts.push(counting("transaction", transaction));
  return { basis: "nothing", sentence: "no exception, no stack, and no message", parts };
}

function messagePart(text: string): GroupingPart {
  const key = messageKey(text);
  return key === text
    ? counting("message", key)
    : { ...counting("message", key), remark: "ignoring values" };
}

const counting = (label: string, value: string): GroupingPart => ({ label, value, counts: true });
const left = (label: string, value: string, remark: string): GroupingPart => ({
  label,
  value,
  counts: false,
  remark,
});
const countsFrame = (parts: GroupingPart[]) =>
  parts.some((part) => part.counts && part.label === "frame");
const countedText = (parts: GroupingPart[]) =>
  parts
    .filter((part) => part.counts)
    .map((part) => part.value)
    .join("\n");
