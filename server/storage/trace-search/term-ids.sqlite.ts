import type { ProjectId } from "#server/domain/ids.ts";
import {
  type Dictionary,
  emptyDictionary,
  learnTerm,
  mostTermsRemembered,
  readInto,
} from "#server/storage/trace-search/term-dictionary.ts";
import type { TermStatements } from "./term-statements.sqlite.ts";

/** Finds or assigns a term's number. For the writer of one file. */
export function termIds(
  statements: TermStatements,
): (projectId: ProjectId, term: string) => number {
  const dictionaries = new Map<ProjectId, Dictionary>();

  function dictionaryOf(projectId: ProjectId): Dictionary {
    const known = dictionaries.get(projectId);
    if (known) return known;
    const remembered = [...dictionaries.values()].reduce((sum, { terms }) => sum + terms.size, 0);
    if (remembered > mostTermsRemembered) dictionaries.clear();
    const read = emptyDictionary();
    readInto(read, statements.dictionary.all(projectId));
    dictionaries.set(projectId, read);
    return read;
  }

  return (projectId, term) => {
    const dictionary = dictionaryOf(projectId);
    const known = dictionary.terms.get(term);
    if (known !== undefined) return known;
    return learnTerm(dictionary, term, {
      ofKey: (name) => statements.ensureKey.get(projectId, name)!.id,
      ofTerm: (keyId, value) => statements.ensureTerm.get(keyId, value)!.id,
    });
  };
}
