import type { ComponentProps } from "react";
import { SavedList } from "./saved-list.tsx";
import { SearchHelp } from "#app/ui/search-help.tsx";
import { type IssueKey, issueKeys, issueSyntax } from "#server/domain/search/issue-keys.ts";

const keys: IssueKey[] = Object.values(issueKeys);
const examples = [...issueSyntax, ...keys.flatMap(({ help }) => (help ? [help] : []))];

/** Searches that have a name, and how to write one. */
export function SearchLine(props: ComponentProps<typeof SavedList>) {
  return (
    <>
      <SavedList {...props} />
      <SearchHelp examples={examples} toQuery={props.toQuery} />
    </>
  );
}
