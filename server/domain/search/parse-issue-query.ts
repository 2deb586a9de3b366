import { levels } from "#server/domain/event/error-event.ts";
import type { Problem } from "#server/domain/problem.ts";
import { type IssueQuery, type StateTerm, stateTerms } from "./issue-query.ts";

// A phrase in quotes, alone or after `key:`; else everything up to a blank. An open quote runs to the end.
const term = /(?:([A-Za-z][\w.]*):)?(?:"([^"]*)(?:"|$)|(\S+))/g;

/**
 * What was typed into the issue list's search box: `is:resolved level:fatal timeout "no line item"`. Several `is:` or
 * `level:` mean any of them, words mean all of them. `invalid` names the part that is not understood and what is known.
 */
export function parseIssueQuery(text: string): { query: IssueQuery } | Problem {
  const query: IssueQuery = { states: [], levels: [], words: [] };
  for (const [whole, key, quoted, plain] of text.trim().matchAll(term)) {
    const bareKey = plain === "is:" || plain === "level:" ? plain.slice(0, -1) : undefined;
    const problem = addTerm(query, whole, key?.toLowerCase() ?? bareKey, bareKey ? "" : (quoted ?? plain ?? ""));
    if (problem) return problem;
  }
  return { query };
}

function addTerm(query: IssueQuery, whole: string, key: string | undefined, value: string): Problem | undefined {
  if (key === "is") return addState(query, value.toLowerCase());
  if (key === "level") return addLevel(query, value.toLowerCase());
  // `http://…`, `Error: x`, `std::vector`: error messages are full of colons and are searched for as they are.
  if (key !== undefined && looksLikeKey(whole, value)) return unknownKey(key);
  const word = key === undefined ? value : whole.replaceAll('"', "");
  if (word !== "" && !query.words.includes(word)) query.words.push(word);
  return undefined;
}

const looksLikeKey = (whole: string, value: string) =>
  value !== "" && !/^(?:\/|:|\d+\b)/.test(value) && !/^[A-Z]/.test(whole);

function addState(query: IssueQuery, value: string): Problem | undefined {
  const state = value === "unresolved" ? "open" : value;
  if (!isState(state)) return unknownValue("is", value, [...stateTerms, "unresolved"]);
  if (!query.states.includes(state)) query.states.push(state);
  return undefined;
}

const isState = (value: string): value is StateTerm => (stateTerms as readonly string[]).includes(value);

function addLevel(query: IssueQuery, value: string): Problem | undefined {
  if (!(levels as readonly string[]).includes(value)) return unknownValue("level", value, levels);
  if (!query.levels.includes(value)) query.levels.push(value);
  return undefined;
}

function unknownKey(key: string): Problem {
  return {
    problem: "invalid",
    detail: `The search knows no "${key}:". It knows is: and level:, and words, in quotes where they have blanks or colons.`,
  };
}

function unknownValue(key: string, value: string, known: readonly string[]): Problem {
  return {
    problem: "invalid",
    detail: `The search knows no "${key}:${value}". After ${key}: it knows ${known.join(", ")}.`,
  };
}

/** The query as one would type it; parsing it again gives the same query. */
export function printIssueQuery({ states, levels, words }: IssueQuery): string {
  return [
    ...states.map((state) => `is:${state}`),
    ...levels.map((level) => `level:${level}`),
    ...words.map((word) => (/[\s:]/.test(word) ? `"${word}"` : word)),
  ].join(" ");
}
