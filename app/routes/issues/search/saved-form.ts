import * as v from "valibot";
import { nameField } from "#server/domain/form/fields.ts";
import { parseIssueQuery } from "#server/domain/search/parse-issue-query.ts";
import type { IssueSort } from "#server/storage/issues/issue-store.ts";
import { sortNames } from "../sorts.ts";

const sorts = Object.keys(sortNames) as IssueSort[];
const longestQuery = 1_000;

const queryField = v.pipe(
  v.string(),
  v.trim(),
  v.maxLength(longestQuery, "Use at most 1,000 characters."),
  v.rawCheck(({ dataset, addIssue }) => {
    if (!dataset.typed) return;
    const parsed = parseIssueQuery(dataset.value);
    if ("problem" in parsed) addIssue({ message: parsed.detail });
  }),
);

export const savedForm = v.object({
  name: nameField,
  query: queryField,
  sort: v.optional(v.picklist(sorts, "Select an option."), "last-seen"),
  shared: v.optional(v.literal("yes")),
});

export const renameForm = v.object({ name: nameField });
