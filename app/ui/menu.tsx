import type { ReactNode } from "react";
import { useLocation } from "react-router";

type MenuProps = {
  /** The button's content. */
  summary: ReactNode;
  /** The button's name where its content is an icon. */
  label?: string;
  /** Where the sheet lies and how the button looks: `end`, `quiet`, `primary`. */
  className?: string;
  /** Open from the start, for a form in it that came back wrong. */
  open?: boolean;
  children: ReactNode;
};

/**
 * A button with a sheet of links, buttons, or small forms. The browser opens it, and keeps one open
 * at a time.
 */
export function Menu({ summary, label, className, open, children }: MenuProps) {
  const { key } = useLocation();
  return (
    // Closed again once one of its links was followed.
    <details key={key} className={className ? `menu ${className}` : "menu"} name="menu" open={open}>
      <summary aria-label={label} title={label}>
        {summary}
      </summary>
      <div className="sheet">{children}</div>
    </details>
  );
}
