import type { ReactNode } from "react";

/**
 * The head of a page: its title, what belongs beside it, and at the end the menus that say what the
 * page shows.
 */
export function Head({
  title,
  scope,
  children,
}: {
  title: ReactNode;
  scope?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className="head">
      <h1>{title}</h1>
      {children}
      {scope && <div className="scope">{scope}</div>}
    </div>
  );
}

/** The line above the title of one thing: where it belongs, as links. */
export function Crumbs({ scope, children }: { scope?: ReactNode; children: ReactNode }) {
  return (
    <div className="head">
      <nav className="crumbs" aria-label="Breadcrumb">
        {children}
      </nav>
      {scope && <div className="scope">{scope}</div>}
    </div>
  );
}
