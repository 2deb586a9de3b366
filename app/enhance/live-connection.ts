import type { LiveAct } from "./offer.ts";

type Asked = {
  path: string;
  /** The newest activity on the page. */ after: number;
  issue?: number;
};

export type Heard =
  | ({ kind: "act" } & LiveAct)
  | { kind: "count"; count: number }
  /** Too many to list one by one. */
  | { kind: "missed"; id: number };

/**
 * The tab's only connection. Pauses while the tab is hidden; the server sends missed activities
 * afterwards. After a refusal, it stays closed. Returns a function that stops it.
 */
export function connectLive(
  { path, after, issue }: Asked,
  hear: (heard: Heard) => void,
): () => void {
  let known = after;
  let source: EventSource | undefined;
  const open = () => {
    const asked = new URLSearchParams({
      after: String(known),
      ...(issue !== undefined && { issue: String(issue) }),
    });
    const opened = new EventSource(`${path}?${asked}`);
    for (const kind of ["act", "count", "missed"] as const)
      opened.addEventListener(kind, ({ lastEventId, data }: MessageEvent<string>) => {
        known = Math.max(known, Number(lastEventId));
        hear({ kind, id: Number(lastEventId), ...(JSON.parse(data) as object) } as Heard);
      });
    return opened;
  };
  const follow = () => {
    if (!document.hidden) return void (source ??= open());
    source?.close();
    source = undefined;
  };
  follow();
  document.addEventListener("visibilitychange", follow);
  return () => {
    document.removeEventListener("visibilitychange", follow);
    source?.close();
  };
}
