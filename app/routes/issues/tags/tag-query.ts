import { printIssueTerm } from "#server/domain/search/print-issue-query.ts";

type Tag = { key: string; value: string };

/** A tag as the search of the issue list writes it. */
const tagTerm = ({ key, value }: Tag): string => {
  // What every event has beside its tags is the same without quotes around its key.
  if (key === "environment" && value !== "")
    return printIssueTerm({ kind: "field", field: key, values: [value], negated: false });
  return printIssueTerm({ kind: "tag", key, values: [value], negated: false });
};

export const tagQuery = (tag: Tag): string =>
  new URLSearchParams({ query: tagTerm(tag) }).toString();
