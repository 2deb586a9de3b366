import { type Rulebook, rulebookOf } from "#server/domain/grouping-rules/apply-rules.ts";
import { parseRules } from "#server/domain/grouping-rules/parse-rules.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";

export type Rulebooks = {
  /**
   * The rules as the project's settings have them now; undefined where it has none: then they cost
   * a comparison.
   */
  of(project: Pick<Project, "id" | "settings">): Rulebook | undefined;
  /**
   * Those that were asked for last, for what is understood later than its project was looked up.
   */
  last(projectId: ProjectId): Rulebook | undefined;
};

/**
 * Rules are compiled once each time they change: settings reach the digest with each request's key.
 */
export function createRulebooks(): Rulebooks {
  const books = new Map<ProjectId, { rules: string; book: Rulebook | undefined }>();
  return {
    of({ id, settings: { grouping } }) {
      const known = books.get(id);
      if (known?.rules === grouping.rules) return known.book;
      const book = compile(grouping.rules);
      books.set(id, { rules: grouping.rules, book });
      return book;
    },
    last: (projectId) => books.get(projectId)?.book,
  };
}

/** Undefined, too, for what an older or newer version's rules would be misread as. */
function compile(text: string): Rulebook | undefined {
  const read = parseRules(text);
  return read.ok && read.rules.length > 0 ? rulebookOf(read.rules) : undefined;
}
