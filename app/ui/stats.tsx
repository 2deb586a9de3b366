import type { ReactNode } from "react";

/** Key figures in one row, split by hairlines. What is undefined or false is left out. */
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
