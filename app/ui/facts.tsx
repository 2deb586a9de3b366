import type { ReactNode } from "react";

/** Names and values as a definition list; undefined, false, and empty values are omitted. */
export function Facts({ facts }: { facts: [name: string, value: ReactNode][] }) {
  const told = facts.filter(([, value]) => value !== undefined && value !== false && value !== "");
  return (
    <dl className="facts">
      {told.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
