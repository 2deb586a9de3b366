import { useHref } from "react-router";
import sprite from "./icons.svg";

/** The symbols of `icons.svg`: 16 px, drawn in the color of the text beside them. */
export type IconName =
  | "alerts"
  | "check"
  | "connect"
  | "down"
  | "feedback"
  | "filter"
  | "first"
  | "issues"
  | "last"
  | "left"
  | "monitors"
  | "more"
  | "overview"
  | "plus"
  | "releases"
  | "right"
  | "routes"
  | "search"
  | "settings"
  | "sort"
  | "traces"
  | "updown"
  | "user"
  | "vitals"
  | "x";

/** One of the sprite's symbols, beside a text or in a control with a name of its own. */
export function Icon({ name }: { name: IconName }) {
  const file = useHref(sprite);
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  );
}

/** Filled, not drawn in lines: the mark, and the trail of an animal on pages that lead nowhere. */
export function Drawing({ name, className }: { name: "mark" | "prints"; className?: string }) {
  const file = useHref(sprite);
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  );
}
