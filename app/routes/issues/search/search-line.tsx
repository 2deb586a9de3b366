import type { ComponentProps } from "react";
import { SavedList } from "./saved-list.tsx";
import { SearchHelp } from "./search-help.tsx";

/** Searches that have a name, and how to write one. */
export function SearchLine(props: ComponentProps<typeof SavedList>) {
  return (
    <>
      <SavedList {...props} />
      <SearchHelp toQuery={props.toQuery} />
    </>
  );
}
