import { routeOfStep, spanTitle } from "#server/domain/trace/span-title.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";

/** Similar siblings as one row ("214 × SELECT, 1.2 s"). */
export type Fold = {
  /**
   * Stable for the URL: the parent's ID and the shared properties. Contains a dot, which no span ID
   * does.
   */
  key: string;
  /** In order of start. */
  members: TraceNode[];
  /** The shared name: `db.query.summary` if they have one, otherwise their name. */
  label: string;
  /** Their operation (`span-title.ts`). */
  op?: string;
  service: string;
  /** Sum of all durations, in parallel or in sequence. */
  totalMs: number;
  longest: TraceNode;
  startMs: number;
  endMs: number;
};

/** One row of siblings: a single span or a fold. */
type SiblingItem = { kind: "span"; node: TraceNode } | { kind: "fold"; fold: Fold };

const fewest = 5;

/**
 * Folds siblings that occur five times or more, at the position of the first. Similar means the
 * same service, kind, name, and `db.query.summary`; their descendants are folded with them.
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

/** FNV-1a, 32 bits: short in a URL, and siblings below one parent are of few kinds. */
function hash(text: string): string {
  let state = 0x811c9dc5;
  for (let index = 0; index < text.length; index++)
    state = Math.imul(state ^ text.charCodeAt(index), 0x01000193);
  return (state >>> 0).toString(36);
}
