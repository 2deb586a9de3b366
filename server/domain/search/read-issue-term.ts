import { type Level, levels } from "#server/domain/event/error-event.ts";
import {
  type CountField,
  type IssueTerm,
  type Sign,
  stateTerms,
  type StateTerm,
  type TextMatch,
  type TimeField,
} from "./issue-query.ts";
import { isAge, isMoment } from "./issue-query-moment.ts";
import { knownKey } from "./issue-query-keys.ts";
import { nearestOf } from "./nearest.ts";
import { type QueryToken, type QueryValue, signOf } from "./query-tokens.ts";
import { httpStatus, statusAttribute } from "./traces/trace-keys.ts";

/** An error in a part of a query, to be appended to its name. */
export type Wrong = { because: string; instead?: string };

const flags = ["unhandled", "handled", "assigned", "unassigned"] as const;
const otherStates: { [name: string]: StateTerm } = {
  unresolved: "open",
  archived: "ignored",
  muted: "ignored",
  escalating: "regressed",
};
const afterIs = ["unresolved", ...stateTerms, ...flags];

const valuesOf = (token: QueryToken): QueryValue[] => token.list ?? [token];
const plainValues = (token: QueryToken): string[] =>
  valuesOf(token).map(({ value }) => value.toLowerCase());

/** `is:new`, `is:[new,regressed]`, `is:unhandled`. Without its sign: the caller negates states. */
export function readIs(token: QueryToken): StateTerm[] | IssueTerm | Wrong {
  const values = plainValues(token);
  const [first = ""] = values;
  const flag = values.length === 1 && flags.find((each) => each === first);
  if (flag) return flagOf(flag, token.isNegated);
  if (values.some((value) => (flags as readonly string[]).includes(value)))
    return { because: `is: lists accept only statuses. Use is:${first} on its own.` };
  const states = values.map((value) => otherStates[value] ?? value);
  const known = states.filter((state): state is StateTerm =>
    (stateTerms as readonly string[]).includes(state),
  );
  return known.length === states.length
    ? known
    : {
        because: `Unknown value for ${token.key}:. Supported: ${afterIs.join(", ")}.${httpStatusHint(first)}`,
        ...nearValue(token, [...afterIs, ...Object.keys(otherStates)]),
      };
}

/** The part with the value nearest to its invalid one. */
function nearValue(token: QueryToken, known: readonly string[]): Pick<Wrong, "instead"> {
  const wrong = plainValues(token).filter((value) => !known.includes(value.replace(/^[<>]=?/, "")));
  const [, comparison = "", name = ""] = /^([<>]=?)?(.*)$/s.exec(wrong[0] ?? "") ?? [];
  const near = wrong.length === 1 ? nearestOf(name, known) : undefined;
  if (near === undefined) return {};
  const values = plainValues(token).map((value) =>
    value === wrong[0] ? comparison + near : value,
  );
  return {
    instead: `${signOf(token)}${token.key}:${token.list ? `[${values.join()}]` : values[0]}`,
  };
}

/** Events don't contain the HTTP status of a response; their trace does. */
function httpStatusHint(value: string): string {
  return httpStatus.test(value)
    ? ` To find responses by HTTP status, search traces for ${statusAttribute}:${value}.`
    : "";
}

function flagOf(flag: (typeof flags)[number], isNegated: boolean): IssueTerm {
  const isAbout = flag.endsWith("handled") ? "unhandled" : "assigned";
  return { kind: "flag", flag: isAbout, negated: (flag !== isAbout) !== isNegated };
}

/** `level:error`, `level:[error,fatal]`, `level:>=warning`: from there up. */
export function readLevels(token: QueryToken): Level[] | Wrong {
  const [, sign = "", name = ""] =
    /^([<>]=?)(.*)$/.exec(token.list ? "" : token.value.toLowerCase()) ?? [];
  if (sign) return isLevel(name) ? levelsBeside(sign as Sign, name) : unknownLevel(token);
  const values = plainValues(token);
  return values.every(isLevel) ? values : unknownLevel(token);
}

const unknownLevel = (token: QueryToken): Wrong => ({
  because: `Unknown value for level:. Supported: ${levels.join(", ")}.`,
  ...nearValue(token, levels),
});
const isLevel = (name: string): name is Level => (levels as readonly string[]).includes(name);

// The list of levels starts with the most severe.
function levelsBeside(sign: Sign, name: Level): Level[] {
  const at = levels.indexOf(name);
  const more = sign.startsWith(">") ? levels.slice(0, at) : levels.slice(at + 1);
  if (!sign.endsWith("=")) return more;
  return sign.startsWith(">") ? [...more, name] : [name, ...more];
}

/** Values as texts; an unquoted `*` matches anything. */
export function readMatches(token: QueryToken): TextMatch[] | Wrong {
  if (!token.list && !token.isQuoted && token.value.startsWith("["))
    return { because: "Write a list like [a,b]. Quote values that contain spaces or brackets." };
  if (!token.list && !token.isQuoted && /^[<>]/.test(token.value))
    return {
      because:
        "Only numbers, levels, and times can be compared. Use quotes to search for the text.",
    };
  const matches = valuesOf(token).map(({ value, isQuoted }) =>
    isQuoted || !value.includes("*") ? value : { like: value },
  );
  return matches.filter((match, at) => matches.findIndex((other) => isSame(other, match)) === at);
}

const isSame = (a: TextMatch, b: TextMatch): boolean => JSON.stringify(a) === JSON.stringify(b);

/** `>100`, `<=5`, `7`, `10..100`. */
export function readCounts(field: CountField, token: QueryToken): IssueTerm[] | Wrong {
  const [, from, to] = /^(\d{1,12})\.\.(\d{1,12})$/.exec(token.value) ?? [];
  const count = (sign: Sign | "=", text: string): IssueTerm => ({
    kind: "count",
    field,
    sign,
    count: Number(text),
  });
  if (token.isNegated) return { because: `Use the opposite comparison instead: ${field}:<100.` };
  if (from !== undefined && to !== undefined) return [count(">=", from), count("<=", to)];
  const [, sign = "=", number] = /^([<>]=?)?(\d{1,12})$/.exec(token.value) ?? [];
  if (number === undefined) return { because: `Write a number like >100, <=5, 7, or 10..100.` };
  return [count(sign as Sign | "=", number)];
}

/**
 * `-7d`, `<7d` (within the last seven days), `+7d`, `>7d` (before that), `>2026-11-01`,
 * `2026-11-01`, `2026-11-01..2026-11-07`.
 */
export function readTimes(field: TimeField, token: QueryToken): IssueTerm[] | Wrong {
  if (token.isNegated) return { because: `Use the opposite comparison instead: ${field}:+7d.` };
  const value = token.value.toUpperCase().replace(/[MHDW]$/, (unit) => unit.toLowerCase());
  const time = (sign: Sign, moment: string): IssueTerm => ({ kind: "time", field, sign, moment });
  const age = value.replace(/^(?:[-+]|[<>]=?)/, "");
  if (isAge(age)) return [{ kind: "age", field, age, isOlder: /^[+>]/.test(value) }];
  const [from = "", to = from] = value.split("..");
  if (isMoment(from) && isMoment(to)) return [time(">=", from), time("<=", to)];
  const [, sign, moment = ""] = /^([<>]=?)(.*)$/.exec(value) ?? [];
  if (sign !== undefined && isMoment(moment)) return [time(sign as Sign, moment)];
  return { because: "Write a time like -7d, >30d, >2026-11-01, or 2026-11-01..2026-11-07." };
}

/** `http.status_code:>=500`, for any tag. */
export function readNumber(key: string, token: QueryToken): IssueTerm | undefined {
  if (token.list || token.isQuoted) return undefined;
  const [, sign, number] = /^([<>]=?)(-?\d{1,15}(?:\.\d{1,9})?)$/.exec(token.value) ?? [];
  if (sign === undefined) return undefined;
  return {
    kind: "number",
    key,
    sign: sign as Sign,
    number: Number(number),
    negated: token.isNegated,
  };
}

const truths = new Map([
  ["true", true],
  ["yes", true],
  ["1", true],
  ["false", false],
  ["no", false],
  ["0", false],
]);

/** `error.unhandled:true`, Sentry's syntax for `is:unhandled`. */
export function readHandled(
  key: "error.handled" | "error.unhandled",
  token: QueryToken,
): IssueTerm | Wrong {
  const truth = truths.get(token.value.toLowerCase());
  if (truth === undefined) return { because: "The value must be true or false." };
  return {
    kind: "flag",
    flag: "unhandled",
    negated: (truth !== (key === "error.unhandled")) !== token.isNegated,
  };
}

/** `trace:4bf92f35…`: full IDs of 32 hexadecimal digits. */
export function readTraces(token: QueryToken): IssueTerm | Wrong {
  const traces = plainValues(token).map((id) => id.replaceAll("-", ""));
  if (!traces.every((id) => /^[0-9a-f]{32}$/.test(id)))
    return { because: "A trace ID has 32 hexadecimal digits." };
  return { kind: "trace", traces: [...new Set(traces)], negated: token.isNegated };
}

// Keys that every issue has, or only events have.
const withoutHas: string[] = [
  "is",
  "level",
  "has",
  "trace",
  "issue",
  "times-seen",
  "users",
  "first-seen",
  "last-seen",
];

/** Whether `has:` accepts the key directly; others must be quoted and mean tags. */
export const isAskedByHas = (key: string): boolean =>
  knownKey(key) === key && !withoutHas.includes(key);

/** `has:user.email`: a key of the table, or a tag. */
export function readHas(token: QueryToken): IssueTerm | Wrong {
  if (token.list) return { because: "has: accepts one key." };
  const key = (token.isQuoted ? undefined : knownKey(token.value)) ?? token.value;
  if (!token.isQuoted && withoutHas.includes(key)) return { because: `Use ${key}: with a value.` };
  return { kind: "has", key, negated: token.isNegated };
}
