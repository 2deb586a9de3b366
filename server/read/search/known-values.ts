import type { Project } from "#server/domain/project/project.ts";
import { isReleaseKey, tagsOfKey } from "#server/domain/search/issue-keys.ts";
import { knownKey } from "#server/domain/search/issue-query-keys.ts";
import type { KnownTexts } from "#server/domain/search/value-hints.ts";
import type { Issue } from "#server/domain/issue/issue.ts";
import type { Store } from "#server/storage/store.ts";

/** As many as `terms` reads, and issues whose text is read, last seen first. */
const mostValues = 2_000;
const mostIssues = 200;
const method = /^[A-Z]+ (?=\/)/;

/** A project's values of an issue search key; empty if they can't be listed. */
export async function knownValues(
  store: Store,
  project: Project,
  key: string,
  now: number,
): Promise<KnownTexts> {
  const known = knownKey(key);
  if (isReleaseKey(known))
    return releaseTexts((await termsOf(store, project, "release")).concat("latest"));
  switch (known) {
    case "environment":
      return textsOf(await store.projects.environments(project.id));
    case "assigned":
      return assignedTexts(
        await store.issues.assignable(project.id),
        await assigneesOf(store, project, now),
      );
    case "route":
      return textsOf(
        await wordsOfIssues(store, project, now, ({ culprit }) => [
          culprit,
          culprit.replace(method, ""),
        ]),
      );
    case "error.type":
      return textsOf(await wordsOfIssues(store, project, now, ({ type }) => [type]));
    case "platform":
      return textsOf(await wordsOfIssues(store, project, now, ({ platform }) => [platform]));
    default:
      return textsOf(await tagValues(store, project, known ?? key));
  }
}

const textsOf = (values: readonly string[]): KnownTexts =>
  new Map(values.filter(Boolean).map((each) => [each, each]));

/** Releases are searched with or without their package. */
export const releaseTexts = (versions: readonly string[]): KnownTexts =>
  new Map(
    versions.flatMap((version) =>
      [version, version.slice(version.lastIndexOf("@") + 1)].map((text) => [text, version]),
    ),
  );

/** Former assignees can still be searched by name. */
const assigneesOf = (store: Store, project: Project, now: number) =>
  wordsOfIssues(store, project, now, ({ assignee }) => (assignee ? [assignee.name] : []));

const assignedTexts = (
  people: { name: string; email: string }[],
  assignees: string[],
): KnownTexts =>
  new Map([
    ...assignees.map((name) => [name, name] as const),
    ...people.flatMap(
      ({ name, email }) =>
        [
          [email, email],
          [name, email],
        ] as const,
    ),
    ["me", "me"],
    ["none", "none"],
  ]);

async function termsOf(store: Store, { id }: Project, key: string): Promise<string[]> {
  return (await store.issues.terms(id, { key, limit: mostValues })).map(({ text }) => text);
}

async function wordsOfIssues(
  store: Store,
  { id }: Project,
  now: number,
  words: (issue: Issue) => string[],
) {
  const query = { states: [], levels: [], words: [] };
  const { rows } = await store.issues.list({
    projectId: id,
    query,
    now,
    sort: "last-seen",
    limit: mostIssues,
  });
  return [...new Set(rows.flatMap(words))];
}

/** Without the prefix of `user` tag values. */
async function tagValues(store: Store, project: Project, key: string): Promise<string[]> {
  const tags = [...Map.groupBy(tagsOfKey(key), ([tag]) => tag)];
  const found = tags.map(async ([tag, meant]) => {
    const befores = meant.map(([, before]) => before).filter((before) => before !== "");
    const values = await termsOf(store, project, tag);
    if (befores.length === 0) return values;
    return values.flatMap((value) =>
      befores.flatMap((before) => (value.startsWith(before) ? value.slice(before.length) : [])),
    );
  });
  return [...new Set((await Promise.all(found)).flat())];
}
