import { useHref } from "react-router";
import sprite from "./icons.svg";

/** Symbols of `icons.svg`: 16 px, in the color of adjacent text. */
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

/** One of the sprite's symbols, next to text or in a control with a name. */
export function Icon({ name }: { name: IconName }) {
  const file = useHref(sprite);
  return (
    <svg className="icon" aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  );
}

/** Filled instead of drawn in lines: the logo, and the animal track on error pages. */
export function Drawing({ name, className }: { name: "mark" | "prints"; className?: string }) {
  const file = useHref(sprite);
  return (
    <svg className={className} aria-hidden="true">
      <use href={`${file}#${name}`} />
    </svg>
  );
}
