import { useEffect, useState } from "react";
import { useHref } from "react-router";
import { connectLive, type Heard } from "./live-connection.ts";
import type { LiveAct } from "./offer.ts";

type Live = {
  acts: LiveAct[];
  /** Events of the issue. */
  count?: number;
  /** The newest activity when there was too much to tell. */
  missedAt: number;
};

/** As many as one would ever be offered. */
const mostKept = 1_000;

/** What has happened in the project since this began to listen, at activity `after`. */
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
