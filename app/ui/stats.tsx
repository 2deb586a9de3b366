import type { ReactNode } from "react";

/** Key figures in one row, separated by hairlines. Undefined and false values are omitted. */
export function Stats({ stats }: { stats: [name: string, value: ReactNode][] }) {
  return (
    <dl className="stats">
      {stats
        .filter(([, value]) => value !== undefined && value !== false)
        .map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  );
}
