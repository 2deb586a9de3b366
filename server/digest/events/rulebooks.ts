import { type Rulebook, rulebookOf } from "#server/domain/grouping-rules/apply-rules.ts";
import { parseRules } from "#server/domain/grouping-rules/parse-rules.ts";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Project } from "#server/domain/project/project.ts";

export type Rulebooks = {
  /** The project's current rules; undefined if it has none, which costs only a comparison. */
  of(project: Pick<Project, "id" | "settings">): Rulebook | undefined;
  /**
   * The rules last requested for the project, for events processed after its project was looked up.
   */
  last(projectId: ProjectId): Rulebook | undefined;
};

/** Compiles rules once per change. Settings reach the digest with each request's key. */
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

/** Also undefined for rules of another version, which would be misread. */
function compile(text: string): Rulebook | undefined {
  const read = parseRules(text);
  return read.ok && read.rules.length > 0 ? rulebookOf(read.rules) : undefined;
}
