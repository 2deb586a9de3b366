import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";

/** A page of the list, below `base`. Those of a group follow each other. */
export type Section = { text: string; path: string; group?: string };

type SectionsProps = { label: string; base: string; sections: readonly Section[]; children: ReactNode };

/** Settings: a grouped list of their pages at the side, and the page. */
export function Sections({ label, base, sections, children }: SectionsProps) {
  const { pathname } = useLocation();
  return (
    <div className="settings">
      <nav className="sections" aria-label={label}>
        {sections.map(({ text, path, group }, index) => {
          const to = path === "" ? base : path.startsWith("/") ? path : `${base}/${path}`;
          const isCurrent = pathname === to || (path !== "" && pathname.startsWith(`${to}/`));
          const isFirst = group !== undefined && group !== sections[index - 1]?.group;
          return [
            isFirst && <h2 key={group}>{group}</h2>,
            <Link key={text} to={to} aria-current={isCurrent ? "page" : undefined} preventScrollReset>
              {text}
            </Link>,
            // For readers without styles.
            " ",
          ];
        })}
      </nav>
      <div>{children}</div>
    </div>
  );
}
