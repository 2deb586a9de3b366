import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { Head } from "./head.tsx";

/** A page in the list, below `base`. Pages of a group are adjacent. */
export type Section = { text: string; path: string; group?: string };

type SectionsProps = {
  title: string;
  label: string;
  base: string;
  sections: readonly Section[];
  children: ReactNode;
};

/** Settings: their title, a grouped list of pages at the side, and the page. */
export function Sections({ title, label, base, sections, children }: SectionsProps) {
  const { pathname } = useLocation();
  return (
    <>
      <Head title={title} />
      <div className="settings">
        <nav className="sections" aria-label={label}>
          {sections.map(({ text, path, group }, index) => {
            const to = path === "" ? base : path.startsWith("/") ? path : `${base}/${path}`;
            const isCurrent = pathname === to || (path !== "" && pathname.startsWith(`${to}/`));
            const isFirst = group !== undefined && group !== sections[index - 1]?.group;
            return [
              isFirst && <h2 key={group}>{group}</h2>,
              <Link
                key={text}
                to={to}
                aria-current={isCurrent ? "page" : undefined}
                preventScrollReset
              >
                {text}
              </Link>,
              // For readers without styles.
              " ",
            ];
          })}
        </nav>
        <div>{children}</div>
      </div>
    </>
  );
}
