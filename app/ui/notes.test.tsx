import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { Note } from "#server/domain/event/error-event.ts";
import { Notes } from "./notes.tsx";

const note = (path: string, kind: Note["kind"]): Note => ({ path, kind, detail: "because" });
const summaryOf = (notes: Note[]) =>
  /<summary>(.*?)<\/summary>/.exec(renderToStaticMarkup(<Notes notes={notes} />))?.[1];

test("the note on modifications names scrubbed fields once and counts the others", () => {
  const notes = [
    note("user.email", "scrubbed"),
    note("extra.token", "scrubbed"),
    note("message", "trimmed"),
    note("user.email", "scrubbed"),
    note("level", "corrected"),
    note("tags", "dropped"),
    note("tags.a", "dropped"),
  ];
  expect(summaryOf(notes)).toBe(
    "Modified during ingestion: 2 fields scrubbed (user.email, extra.token), 1 field trimmed, 2 fields dropped, 1 field corrected.",
  );
});

test("five scrubbed fields are named, and the others counted", () => {
  const notes = ["a", "b", "c", "d", "e", "f", "g"].map((path) => note(path, "scrubbed"));
  expect(summaryOf(notes)).toBe(
    "Modified during ingestion: 7 fields scrubbed (a, b, c, d, e and 2 more).",
  );
  expect(summaryOf([])).toBeUndefined();
});
