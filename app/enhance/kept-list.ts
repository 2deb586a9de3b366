import { useEffect, useState } from "react";
import { useLocation } from "react-router";

/** The list that an issue was opened from: its address, and the issues in its order. The tab remembers one. */
export type KeptList = { path: string; issues: string[] };

const key = "spoor_list";

export function useKeepList(issues: string[]): void {
  const { pathname, search } = useLocation();
  const path = pathname + search;
  useEffect(() => {
    sessionStorage.setItem(key, JSON.stringify({ path, issues } satisfies KeptList));
  }, [path, issues]);
}

/** Undefined on the server, and where the issue was not opened from a list of its project. */
export function useKeptList(within: string): KeptList | undefined {
  const [list, setList] = useState<KeptList>();
  useEffect(() => {
    const kept = sessionStorage.getItem(key);
    const read = kept === null ? undefined : (JSON.parse(kept) as KeptList);
    setList(read?.path.startsWith(`${within}?`) || read?.path === within ? read : undefined);
  }, [within]);
  return list;
}
