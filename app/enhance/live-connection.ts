import type { LiveAct } from "./offer.ts";

type Asked = {
  path: string;
  /** The newest activity that the page shows. */ after: number;
  issue?: number;
};

export type Heard =
  | ({ kind: "act" } & LiveAct)
  | { kind: "count"; count: number }
  /** Too much to be told one by one. */
  | { kind: "missed"; id: number };

/**
 * The tab's one connection. It rests while the tab is hidden; what is lost meanwhile, or with the
 * connection, the server tells afterwards. Once the server refuses nothing comes. Returns how to
 * end it.
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
