import type { Exception } from "#server/domain/event/error-event.ts";

/**
 * The exceptions that identify a chain. A simple chain is used fully. In a group (AggregateError,
 * ExceptionGroup), equal members count once; if only one kind is left, it replaces the group with
 * its own causes, so that "three requests failed the same way" is the issue of a single failure
 * (RFC 0079). Outermost first, as given.
 */
export function distinctExceptions(
  exceptions: Exception[],
  identify: (exception: Exception) => string,
): Exception[] {
  const root = exceptions.find(
    (exception) => exception.mechanism?.isExceptionGroup && isRoot(exception),
  );
  if (!root) return exceptions;
  const children = childrenOf(exceptions);
  const members = topMembers(root, children, new Set());
  const distinct = [...new Map(members.map((member) => [identify(member), member])).values()];
  if (distinct.length === 0) return exceptions;
  return distinct.length === 1 ? firstPath(distinct[0]!, children) : [root, ...distinct];
}

type Children = (exception: Exception) => Exception[];

const isRoot = ({ mechanism }: Exception) =>
  mechanism?.exceptionId !== undefined && mechanism.parentId === undefined;

function childrenOf(exceptions: Exception[]): Children {
  const byParent = new Map<number | undefined, Exception[]>();
  for (const exception of exceptions) {
    const parent = exception.mechanism?.parentId;
    byParent.set(parent, [...(byParent.get(parent) ?? []), exception]);
  }
  return ({ mechanism }) =>
    mechanism?.exceptionId === undefined ? [] : (byParent.get(mechanism.exceptionId) ?? []);
}

/**
 * The members that are not groups, with nested groups expanded. `seen` guards against cyclic IDs.
 */
function topMembers(group: Exception, children: Children, seen: Set<Exception>): Exception[] {
  if (seen.has(group)) return [];
  seen.add(group);
  return children(group).flatMap((child) =>
    child.mechanism?.isExceptionGroup ? topMembers(child, children, seen) : [child],
  );
}

function firstPath(start: Exception, children: Children): Exception[] {
  const path: Exception[] = [];
  for (
    let next: Exception | undefined = start;
    next && !path.includes(next);
    next = children(next)[0]
  )
    path.push(next);
  return path;
}
