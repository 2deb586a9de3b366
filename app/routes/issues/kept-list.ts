import { useEffect, useSyncExternalStore } from "react";
import { useLocation } from "react-router";

/**
 * The list from which an issue was opened: its URL, and its issues in order. Each tab stores one.
 */
export type KeptList = { path: string; issues: string[] };

const key = "spoor_list";

export function useKeepList(issues: string[]): void {
  const { pathname, search } = useLocation();
  const path = returnPath(pathname, search);
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify({ path, issues } satisfies KeptList));
  }, [path, issues]);
}

/** Without the result of an action (`done`), which is old when the reader returns. */
export function returnPath(pathname: string, search: string): string {
  const params = new URLSearchParams(search);
  if (!params.has("done")) return pathname + search;
  params.delete("done");
  return params.size > 0 ? `${pathname}?${params}` : pathname;
}

/** Undefined on the server, and if the issue was not opened from a list of its project. */
export function useKeptList(within: string): KeptList | undefined {
  const kept = useSyncExternalStore(
    never,
    () => sessionStorage.getItem(key),
    () => null,
  );
  const list = kept === null ? undefined : (JSON.parse(kept) as KeptList);
  return list && (list.path === within || list.path.startsWith(`${within}?`)) ? list : undefined;
}

const never = () => () => {};
