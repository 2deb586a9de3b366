import type { ReactNode } from "react";
import { useLocation } from "react-router";

type MenuProps = {
  /** The button's content. */
  summary: ReactNode;
  /** The button's name if its content is an icon. */
  label?: string;
  /** Position of the sheet and style of the button: `end`, `quiet`, `primary`. */
  className?: string;
  /** Initially open, for an invalid form in it. */
  open?: boolean;
  /** The key that opens it and focuses its first item. */
  shortcut?: string;
  children: ReactNode;
};

/**
 * A button with a sheet of links, buttons, or small forms. The browser opens it, and keeps one open
 * at a time.
 */
export function Menu({ summary, label, className, open, shortcut, children }: MenuProps) {
  const { key } = useLocation();
  return (
    // Closes after a link in it is followed.
    <details key={key} className={className ? `menu ${className}` : "menu"} name="menu" open={open}>
      <summary aria-label={label} title={label} aria-keyshortcuts={shortcut}>
        {summary}
      </summary>
      <div className="sheet">{children}</div>
    </details>
  );
}
