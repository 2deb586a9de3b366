import type { Query, Rows, Value } from "./database.ts";

/** A piece of a statement that is put together as it is asked: its text around the values that stand between. */
export type Sql = { texts: readonly string[]; values: readonly Value[] };

/** What stands in braces becomes a value of the statement, or, where it is a piece itself, a part of its text. */
export function sql(strings: TemplateStringsArray, ...inserts: (Value | Sql)[]): Sql {
  const texts = [strings[0]!];
  const values: Value[] = [];
  for (const [at, insert] of inserts.entries()) {
    const piece = isSql(insert) ? insert : { texts: ["", ""], values: [insert] };
    texts[texts.length - 1] += piece.texts[0]!;
    texts.push(...piece.texts.slice(1));
    texts[texts.length - 1] += strings[at + 1]!;
    values.push(...piece.values);
  }
  return { texts, values };
}

/** Text that stands in the statement as it is: names of ours, never what people type. */
export const raw = (text: string | number): Sql => ({ texts: [String(text)], values: [] });

export function joined(pieces: readonly Sql[], between: string): Sql {
  const separator = raw(between);
  return pieces.reduce((all, piece, at) => (at === 0 ? piece : sql`${all}${separator}${piece}`), raw(""));
}

/** All of them; without any: true. */
export const allOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw("true") : joined(conditions, " AND ");

export const anyOf = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? raw("false") : sql`(${joined(conditions, " OR ")})`;

export function run<Row>(query: Query, { texts, values }: Sql): Promise<Rows<Row>> {
  const text = texts.reduce((all, each, at) => `${all}$${at}${each}`);
  return query<Row>(text, ...values);
}

const isSql = (insert: Value | Sql): insert is Sql =>
  typeof insert === "object" && insert !== null && "texts" in insert;
