import { useEffect, useState } from "react";
import { useHref } from "react-router";
import { connectLive, type Heard } from "./live-connection.ts";
import type { LiveAct } from "./offer.ts";

type Live = {
  acts: LiveAct[];
  /** Number of the issue's events. */
  count?: number;
  /** The newest activity if there were too many to list. */
  missedAt: number;
};

/** More than any offer shows. */
const mostKept = 1_000;

/** Activities in the project since activity `after`. */
export function useLive(project: string, after: number, issue?: number): Live {
  const [live, setLive] = useState<Live>({ acts: [], missedAt: 0 });
  const [begun] = useState(after);
  const path = useHref(`/${project}/live`);
  useEffect(() => {
    if (typeof EventSource === "undefined") return undefined;
    return connectLive({ path, after: begun, ...(issue !== undefined && { issue }) }, (heard) =>
      setLive((before) => grown(before, heard)),
    );
  }, [path, begun, issue]);
  return live;
}

function grown(live: Live, heard: Heard): Live {
  if (heard.kind === "act") return { ...live, acts: [...live.acts, heard].slice(-mostKept) };
  return heard.kind === "count" ? { ...live, count: heard.count } : { ...live, missedAt: heard.id };
}
