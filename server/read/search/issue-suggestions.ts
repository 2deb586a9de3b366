import { levels } from "#server/domain/event/error-event.ts";
import type { Project } from "#server/domain/project/project.ts";
import { knownKey } from "#server/domain/search/issue-query-keys.ts";
import {
  isReleaseKey,
  type IssueKey,
  issueKeys,
  type KnownKey,
  knownKeys,
  type ReleaseKey,
  tagsOfKey,
} from "#server/domain/search/issue-keys.ts";
import { stateTerms } from "#server/domain/search/issue-query.ts";
import { printIssueTerm } from "#server/domain/search/print-issue-query.ts";
import type { Store } from "#server/storage/store.ts";

/** Completions of a search word; starting terms if it is empty. */
export type SuggestTerms = (project: Project, word: string) => Promise<string[]>;

const mostShown = 12;
const states = ["unresolved", ...stateTerms, "unhandled", "handled", "assigned", "unassigned"];
const ages = ["-24h", "-7d", "-30d", "+30d"];

/** Completions of a word in the issue search: keys, or after a colon the project's values. */
export function createSuggestTerms(store: Store): SuggestTerms {
  return async (project, word) => {
    const [, sign = "", key, value = ""] = /^([!-]?)(?:([^:]*):)?(.*)$/s.exec(word) ?? [];
    if (word === "") return atFirst(store, project);
    const found =
      key === undefined
        ? await keysLike(store, project, value)
        : await valuesLike(store, project, key, value);
    return found.slice(0, mostShown).map((term) => sign + term);
  };
}

async function atFirst(store: Store, project: Project): Promise<string[]> {
  const [environments, tags] = await Promise.all([
    store.projects.environments(project.id),
    store.issues.terms(project.id, { limit: mostShown }),
  ]);
  return [
    "is:unresolved",
    "is:regressed",
    "is:unhandled",
    "level:error",
    "level:fatal",
    "assigned:me",
    "assigned:none",
    ...environments.slice(0, 5).map((name) => fieldOf("environment", name)),
    "release:latest",
    "first-seen:-7d",
    "times-seen:>100",
    "users:>10",
    "has:user",
    ...tags.filter(({ text }) => !knownKey(text)).map(({ text }) => keyOf(text)),
  ];
}

async function keysLike(store: Store, project: Project, prefix: string): Promise<string[]> {
  const tags = await store.issues.terms(project.id, { prefix, limit: mostShown });
  const own = knownKeys
    .filter((key) => key.startsWith(prefix.toLowerCase()))
    .map((key) => `${key}:`);
  return [...own, ...tags.filter(({ text }) => !knownKey(text)).map(({ text }) => keyOf(text))];
}

async function valuesLike(
  store: Store,
  project: Project,
  key: string,
  typed: string,
): Promise<string[]> {
  const prefix = typed.replaceAll('"', "");
  const begins = (texts: readonly string[]) =>
    texts.filter((text) => text.toLowerCase().startsWith(prefix.toLowerCase()));
  const { issues, projects } = store;
  const known = knownKey(key);
  if (isReleaseKey(known)) {
    const versions = await issues.terms(project.id, { key: "release", prefix, limit: mostShown });
    return [...begins(["latest"]), ...versions.map(({ text }) => text)].map((version) =>
      fieldOf(known, version),
    );
  }
  switch (known) {
    case "is":
      return begins(states).map((state) => `is:${state}`);
    case "level":
      return begins(levels).map((level) => `level:${level}`);
    case "environment":
      return begins(await projects.environments(project.id)).map((name) =>
        fieldOf("environment", name),
      );
    case "assigned": {
      const people = await issues.assignable(project.id);
      return begins(["me", "none", ...people.map(({ email }) => email)]).map((who) =>
        fieldOf("assigned", who),
      );
    }
    case "has": {
      const tags = await issues.terms(project.id, { prefix, limit: mostShown });
      return tags.map(({ text }) => printIssueTerm({ kind: "has", key: text, negated: false }));
    }
    case "first-seen":
    case "last-seen":
      return begins(ages).map((age) => `${known}:${age}`);
    case "times-seen":
    case "users":
      return begins([">10", ">100", ">1000"]).map((count) => `${known}:${count}`);
    case "route": {
      const values = await issues.terms(project.id, {
        key: "transaction",
        prefix,
        limit: mostShown,
      });
      return values.map(({ text }) => fieldOf("route", text));
    }
    default: {
      if (known && !hasTags(known)) return [];
      const tag = known ?? key.replaceAll('"', "");
      const values = await issues.terms(project.id, {
        key: tagsOfKey(tag)[0]![0],
        prefix,
        limit: mostShown,
      });
      return values.map(({ text }) => tagOf(tag, text));
    }
  }
}

const hasTags = (key: KnownKey): boolean => (issueKeys[key] as IssueKey).tags !== undefined;

const fieldOf = (field: "environment" | "assigned" | "route" | ReleaseKey, text: string) =>
  printIssueTerm({ kind: "field", field, values: [text], negated: false });
const tagOf = (key: string, text: string) =>
  printIssueTerm({ kind: "tag", key, values: [text], negated: false });
const keyOf = (key: string) => tagOf(key, "x").slice(0, -1);
