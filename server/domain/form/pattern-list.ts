import * as v from "valibot";
import {
  patternLengthMax,
  patternsMax,
  wildcardsMax,
} from "#server/domain/inbound-filter/pattern-list.ts";

/**
 * Patterns, one per line: `*` matches anything, `?` one character. One with only stars would match
 * everything.
 */
export const patternListField = v.pipe(
  v.optional(v.string(), ""),
  v.transform((text) =>
    [...new Set(text.split(/[\n\r]+/).map((line) => line.trim()))].filter((line) => line !== ""),
  ),
  v.maxLength(patternsMax, `Enter at most ${patternsMax} patterns.`),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const long = dataset.value.find((pattern) => pattern.length > patternLengthMax);
    const wild = dataset.value.find(
      (pattern) => (pattern.match(/\*/g) ?? []).length > wildcardsMax,
    );
    const all = dataset.value.find((pattern) => /^[*?\s]+$/.test(pattern));
    if (long)
      addIssue({
        message: `Shorten “${long.slice(0, 40)}…” to at most ${patternLengthMax} characters.`,
      });
    else if (wild)
      addIssue({ message: `Use at most ${wildcardsMax} stars in “${wild.slice(0, 40)}”.` });
    else if (all)
      addIssue({ message: `“${all.slice(0, 40)}” matches everything. Add letters or digits.` });
  }),
);
