import { parseIssueName } from "#server/domain/issue/short-id.ts";
import { readMarkdown } from "#server/domain/markdown/read-markdown.ts";
import { shortIdsIn } from "#server/domain/markdown/scan-words.ts";
import { findPerson, type Mentionable } from "#server/domain/people/mention.ts";
import type { Project } from "#server/domain/project/project.ts";
import type { Store } from "#server/storage/store.ts";
import type { Block } from "#server/domain/markdown/markdown.ts";

/** User-written texts of a project's issues, in order, with the mentioned people and issues. */
export type ReadTexts = (
  project: Project,
  texts: string[],
) => Promise<{ read: Block[][]; readers: Mentionable[] }>;

/** Short IDs looked up per page. Further ones remain plain text. */
const mostIssues = 50;

/** Renders a project's Markdown: names of its readers and short IDs of its issues become links. */
export function createReadTexts(store: Pick<Store, "members" | "issues">): ReadTexts {
  return async (project, texts) => {
    const readers = await store.members.readers(project.id);
    const issues = await pathsOfIssues(store, project, shortIdsIn(texts.join("\n")));
    const words = { person: findPerson(readers), issue: (shortId: string) => issues.get(shortId) };
    return { read: texts.map((text) => readMarkdown(text, words)), readers };
  };
}

async function pathsOfIssues(
  { issues }: Pick<Store, "issues">,
  project: Project,
  shortIds: string[],
): Promise<Map<string, string>> {
  const paths = new Map<string, string>();
  const names = shortIds.flatMap((shortId) => {
    const name = parseIssueName(shortId, project);
    return name && "number" in name ? [{ shortId, number: name.number }] : [];
  });
  const looked = names.slice(0, mostIssues);
  const found = await issues.findEach(project.id, { numbers: looked.map(({ number }) => number) });
  for (const { shortId, number } of looked) {
    const issue = found.get(number);
    if (issue) paths.set(shortId, `/${project.slug}/issues/${issue.shortId}`);
  }
  return paths;
}
