import { type RefObject, useEffect, useRef } from "react";
import { useHydrating } from "./hydrated.ts";

/**
 * Scrolls to the element when its content changes, but not on the first render, and not if its
 * beginning is in view: rows beside it would move below the pointer.
 */
export function useBringIntoView<Element extends HTMLElement>(
  shown: string,
): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const seen = useRef(useHydrating() ? shown : undefined);
  useEffect(() => {
    if (seen.current === shown) return;
    seen.current = shown;
    if (element.current && !isInView(element.current)) element.current.scrollIntoView();
  }, [shown]);
  return element;
}

function isInView(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect();
  return top < innerHeight * 0.75 && bottom > innerHeight * 0.25;
}
