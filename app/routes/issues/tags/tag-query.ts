import { printIssueTerm } from "#server/domain/search/print-issue-query.ts";

type Tag = { key: string; value: string };

/** A tag as a term of issue search. */
const tagTerm = ({ key, value }: Tag): string => {
  // Fields that every event has need no quotes around the key.
  if (key === "environment" && value !== "")
    return printIssueTerm({ kind: "field", field: key, values: [value], negated: false });
  return printIssueTerm({ kind: "tag", key, values: [value], negated: false });
};

export const tagQuery = (tag: Tag): string =>
  new URLSearchParams({ query: tagTerm(tag) }).toString();
