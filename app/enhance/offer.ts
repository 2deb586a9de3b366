import { counted, grouped } from "#server/domain/count.ts";

/** An activity from the stream (`server/http/live/message.ts`); `id` is the activity's. */
export type LiveAct = {
  id: number;
  issue: number;
  what: "new" | "regressed" | "changed";
  said?: string;
};

/**
 * `3 new, 1 regressed, 2 changed`: issues, each in the first category that applies. Undefined if
 * there are none.
 */
export function offerOfList(acts: LiveAct[]): string | undefined {
  const rest = new Set(acts.map(({ issue }) => issue));
  const parts = (["new", "regressed", "changed"] as const).flatMap((word) => {
    const found = new Set(
      acts.filter(({ issue, what }) => what === word && rest.has(issue)).map(({ issue }) => issue),
    );
    for (const issue of found) rest.delete(issue);
    return found.size > 0 ? [`${grouped(found.size)} ${word}`] : [];
  });
  return parts.length > 0 ? parts.join(", ") : undefined;
}

/** `Ada resolved this just now`: the latest activity. */
export function offerOfIssue(acts: LiveAct[], issue: number): string | undefined {
  const said = acts.findLast((act) => act.issue === issue)?.said;
  return said && `${said} just now`;
}

/** `7 new events`, since the page was loaded. */
export function offerOfEvents(known: number | undefined, shown: number): string | undefined {
  const more = (known ?? shown) - shown;
  return more > 0 ? counted(more, "new event") : undefined;
}
