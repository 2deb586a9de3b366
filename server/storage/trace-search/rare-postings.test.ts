import { expect, test } from "vitest";
import type { AttributeTerm } from "#server/domain/search/traces/trace-query.ts";
import { rareHashOf } from "#server/domain/trace/terms/rare-values.ts";
import { has } from "./bitmap.ts";
import { Postings, readPostings } from "./postings.ts";
import { addRare, bucketsOf, wantedTraces } from "./rare-postings.ts";
import type { DictionaryRow } from "./term-dictionary.ts";
import { answersOf, numbersNeeded } from "./answers.ts";

const key = "session.id";
const stored = (text: string): string => text;
const hashOf = (value: string): number => rareHashOf(key, value)!;

/** Every trace is marked and has the key. */
const rows: DictionaryRow[] = [
  { key_id: 1, key: "\u0001marked", id: 1, value: "1" },
  { key_id: 2, key, id: null, value: null },
];

function tracesFound(postings: Postings, value: string, traces: number[]): number[] {
  for (const trace of traces) for (const number of [1, -2]) postings.add(number, trace);
  const bound = Math.max(...traces) + 1;
  const term: AttributeTerm = { key, value, negated: false };
  const wanted = wantedTraces(numbersNeeded([term], rows, stored), bound);
  readPostings(postings.encode(), wanted.add, wanted.lists);
  const { certain, maybe } = answersOf([term], rows, wanted.traces, { bound, stored }).get(term)!;
  return traces.filter((trace) => has(certain, trace) || has(maybe, trace));
}

test("finds the traces of a value among others in its list", () => {
  const postings = new Postings();
  const traces = Array.from({ length: 5_000 }, (_, trace) => trace);
  for (const trace of traces)
    for (let n = 0; n < 3; n++) addRare(postings, hashOf(`s${trace}-${n}`), trace);
  expect(tracesFound(postings, "s4711-1", traces)).toEqual([4711]);
});

test("finds traces of days stored with two buckets per value", () => {
  const postings = new Postings();
  for (const trace of [3, 4, 5])
    for (const bucket of bucketsOf(hashOf(trace === 4 ? "wanted" : `s${trace}`)))
      postings.add(bucket, trace);
  addRare(postings, hashOf("wanted"), 6);
  expect(tracesFound(postings, "wanted", [3, 4, 5, 6])).toEqual([4, 6]);
});

test("finds traces whose number leaves no room for more bits", () => {
  const postings = new Postings();
  const last = 2 ** 22;
  for (const trace of [last - 1, last, last + 1]) addRare(postings, hashOf(`s${trace}`), trace);
  for (const trace of [last - 1, last, last + 1])
    expect(tracesFound(postings, `s${trace}`, [last - 1, last, last + 1])).toEqual([trace]);
});
