import { type RefObject, useEffect, useRef } from "react";
import { useHydrating } from "./hydrated.ts";

/**
 * Scrolls the element into view when its content changes, as little as needed, but not on the first
 * render.
 */
export function useBringIntoView<Element extends HTMLElement>(
  shown: string,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const seen = useRef(useHydrating() ? shown : undefined);
  useEffect(() => {
    if (seen.current === shown) return;
    seen.current = shown;
    element.current?.scrollIntoView({ block: "nearest" });
  }, [shown]);
  return element;
}
