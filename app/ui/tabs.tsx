import { Link, type To } from "react-router";
import { grouped } from "#server/domain/count.ts";

export type Tab = {
  text: string;
  to: To;
  current: boolean;
  count?: number | string | undefined;
  shortcut?: string;
  title?: string;
};

/**
 * Links to parts of one object, or with the class `pills` to filters of a list. Keeps the scroll
 * position.
 */
export function Tabs({
  label,
  tabs,
  className = "tabs",
}: {
  label: string;
  tabs: Tab[];
  className?: string;
}) {
  return (
    <nav className={className} aria-label={label}>
      {tabs.map(({ text, to, current, count, shortcut, title }) => [
        <Link
          key={text}
          to={to}
          aria-current={current ? "page" : undefined}
          aria-keyshortcuts={shortcut}
          title={title}
          preventScrollReset
        >
          {text}
          {count !== undefined && (
            <span className="count"> {typeof count === "number" ? grouped(count) : count}</span>
          )}
        </Link>,
        // For readers without styles.
        " ",
      ])}
    </nav>
  );
}
