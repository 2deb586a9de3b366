import { routeOfStep, spanTitle } from "#server/domain/trace/span-title.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/** Siblings that do the same: one row instead of many ("214 × SELECT, 1.2 s"). */
export type Fold = {
  /**
   * Stable for the URL: the parent's id and what the siblings have in common. Holds a dot, which no
   * span id does.
   */
  key: string;
  /** In order of start. */
  members: TraceNode[];
  /** What the siblings have in common: `db.query.summary` where they have one, else their name. */
  label: string;
  /** What they do (`span-title.ts`). */
  op?: string;
  service: string;
  /** Sum of all durations, whether they ran side by side or one after the other. */
  totalMs: number;
  longest: TraceNode;
  startMs: number;
  endMs: number;
};

/** A row's worth of siblings: one span, or many that are alike. */
type SiblingItem = { kind: "span"; node: TraceNode } | { kind: "fold"; fold: Fold };

const fewest = 5;

/**
 * Siblings with everything that is there five times or more folded, at the place of the first.
 * Alike are spans of one service, kind, name and `db.query.summary`; what is below them is folded
 * with them.
 */
export function foldSiblings(siblings: TraceNode[]): SiblingItem[] {
  if (siblings.length < fewest) return siblings.map(asItem);
  const alike = Map.groupBy(siblings, likeness);
  return siblings.flatMap((node): SiblingItem[] => {
    const key = likeness(node);
    const members = alike.get(key)!;
    if (members.length < fewest) return [asItem(node)];
    return members[0] === node ? [{ kind: "fold", fold: foldOf(members, key) }] : [];
  });
}

const asItem = (node: TraceNode): SiblingItem => ({ kind: "span", node });

function foldOf(members: TraceNode[], likenessKey: string): Fold {
  const [first] = members as [TraceNode, ...TraceNode[]];
  const { op, name } = spanTitle(first.span);
  return {
    key: `${first.parent?.span.spanId ?? "root"}.${hash(likenessKey)}`,
    members,
    label: summaryOf(first) ?? name,
    ...(op !== undefined && { op }),
    service: first.span.service,
    totalMs: members.reduce((sum, member) => sum + durationOf(member), 0),
    longest: members.reduce((longest, member) =>
      durationOf(member) > durationOf(longest) ? member : longest,
    ),
    startMs: first.startMs,
    endMs: members.reduce((end, member) => Math.max(end, member.endMs), -Infinity),
  };
}

const likeness = (node: TraceNode): string => {
  const { service, kind, name } = node.span;
  return `${kind}\n${service}\n${name}\n${summaryOf(node) ?? ""}`;
};

function summaryOf({ span }: TraceNode): string | undefined {
  const summary = span.attributes["db.query.summary"];
  return typeof summary === "string" && summary !== "" ? summary : routeOfStep(span);
}

const durationOf = ({ startMs, endMs }: TraceNode) => endMs - startMs;

/** FNV-1a, 32 bits: short in a URL, and siblings under one parent are few kinds. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state >>> 0).toString(36);
}
