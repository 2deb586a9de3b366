import type { ReactNode } from "react";

/**
 * The head of a page: its title, related elements, and at the end the menus that filter the page.
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

/** Breadcrumb links above the title. */
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
