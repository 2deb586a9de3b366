import type { ProjectId } from "#server/domain/ids.ts";
import type { TermStatements } from "./term-statements.ts";

/**
 * What a term is called in the postings of one day's file. A value that is in the dictionary has a number of its own;
 * all other values of a key share the key's *marker*, the negative of its number: whoever looks for such a value reads
 * the spans of the traces that carry the marker. So a key with endless values costs a bit a trace, and no search is
 * ever silently incomplete. Keys beyond the cap count as the empty key.
 */
const mostValues = 1_000;
const mostKeys = 2_000;
const mostTerms = 50_000;
const longestText = 200;
/** Over all projects of a file; beyond it the dictionaries are read anew as they are needed. */
const mostRemembered = 200_000;

export const markerOf = (keyId: number): number => -keyId;
export const restKey = "";

/** A value may hold `=`; a key that does is cut short, for the writer and the searcher alike. */
export function splitTerm(term: string): { key: string; value: string } {
  const at = term.indexOf("=");
  return { key: term.slice(0, at), value: term.slice(at + 1) };
}

type Key = { id: number; values: number };
type Dictionary = { terms: Map<string, number>; keys: Map<string, Key> };

/** Finds a term's number, or gives it one. For the writer of one file. */
export function termIds(statements: TermStatements): (projectId: ProjectId, term: string) => number {
  const dictionaries = new Map<ProjectId, Dictionary>();

  function dictionaryOf(projectId: ProjectId): Dictionary {
    const known = dictionaries.get(projectId);
    if (known) return known;
    const remembered = [...dictionaries.values()].reduce((sum, { terms }) => sum + terms.size, 0);
    if (remembered > mostRemembered) dictionaries.clear();
    const read = readDictionary(statements, projectId);
    dictionaries.set(projectId, read);
    return read;
  }

  function learn(projectId: ProjectId, { terms, keys }: Dictionary, term: string): number {
    const { key: name, value } = splitTerm(term);
    const key = keyOf(projectId, keys, name);
    const isFull = key.values >= mostValues || terms.size >= mostTerms;
    if (isFull || value.length > longestText) return markerOf(key.id);
    const { id } = statements.ensureTerm.get(key.id, value)!;
    terms.set(term, id);
    key.values++;
    return id;
  }

  function keyOf(projectId: ProjectId, keys: Map<string, Key>, name: string): Key {
    const known = keys.get(name);
    if (known) return known;
    if (name !== restKey && (keys.size >= mostKeys || name.length > longestText))
      return keyOf(projectId, keys, restKey);
    const key = newKey(statements.ensureKey.get(projectId, name)!.id, name);
    keys.set(name, key);
    return key;
  }

  return (projectId, term) => {
    const dictionary = dictionaryOf(projectId);
    return dictionary.terms.get(term) ?? learn(projectId, dictionary, term);
  };
}

// Nobody can tell the rest's keys apart any more: it has no values of its own, as if it were full.
const newKey = (id: number, name: string): Key => ({ id, values: name === restKey ? mostValues : 0 });

function readDictionary(statements: TermStatements, projectId: ProjectId): Dictionary {
  const terms = new Map<string, number>();
  const keys = new Map<string, Key>();
  for (const { key_id, key, id, value } of statements.dictionary.all(projectId)) {
    const known = keys.get(key) ?? newKey(key_id, key);
    keys.set(key, known);
    if (id === null) continue;
    terms.set(`${key}=${value}`, id);
    known.values++;
  }
  return { terms, keys };
}
