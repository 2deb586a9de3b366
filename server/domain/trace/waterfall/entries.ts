import { type Fold, foldSiblings } from "./fold.ts";
import type { TraceNode } from "#server/domain/trace/trace-tree.ts";
import type { TraceView } from "./trace-view.ts";

/** One row below a parent: a span or a fold. The members of an open fold follow it. */
export type Entry =
  | { kind: "span"; node: TraceNode; isMember: boolean }
  | { kind: "fold"; fold: Fold; isOpen: boolean };

/** The entries shown below a parent, and the number before and after them. */
export type Shown = { before: number; entries: Entry[]; after: number };

/** Reads a view's entries below a parent. */
export type EntryReader = {
  of(siblings: TraceNode[]): Entry[];
  hasAny(siblings: TraceNode[]): boolean;
};

/** `visible` is by position; undefined: all. */
export function entryReader(view: TraceView, visible: Uint8Array | undefined): EntryReader {
  const open = new Set(view.open);
  const isVisible = ({ position }: TraceNode) => visible === undefined || visible[position] === 1;
  return {
    hasAny: (siblings) => siblings.some(isVisible),
    of(siblings) {
      const shown = visible ? siblings.filter(isVisible) : siblings;
      if (view.all) return shown.map(single);
      return foldSiblings(shown).flatMap((item) =>
        item.kind === "span" ? single(item.node) : withMembers(item.fold, open.has(item.fold.key)),
      );
    },
  };
}

const single = (node: TraceNode): Entry => ({ kind: "span", node, isMember: false });

function withMembers(fold: Fold, isOpen: boolean): Entry[] {
  const members = isOpen ? fold.members : [];
  return [
    { kind: "fold", fold, isOpen },
    ...members.map((node): Entry => ({ kind: "span", node, isMember: true })),
  ];
}

/** As many rows as fit, including those that link to more. */
export function windowed(entries: Entry[], skip: number, rows: number): Shown {
  const before = Math.min(skip, Math.max(0, entries.length - 1));
  const room = rows - Number(before > 0);
  const fits = entries.length - before <= room;
  const end = fits ? entries.length : before + Math.max(1, room - 1);
  return { before, entries: entries.slice(before, end), after: entries.length - end };
}

export const rowsOf = ({ before, entries, after }: Shown): number =>
  entries.length + Number(before > 0) + Number(after > 0);
