import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useHydrating } from "./hydrated.ts";

/**
 * For a text area with this ID: keeps text typed before hydration. React resets text areas, and
 * nothing else, to the server's text (`initTextarea` in react-dom 19).
 */
export function useTypedText(id: string): RefObject<HTMLTextAreaElement | null> {
  const isHydrating = useHydrating();
  const area = useRef<HTMLTextAreaElement>(null);
  const [typed] = useState(() =>
    isHydrating && typeof document !== "undefined" ? typedInto(id) : undefined,
  );
  useLayoutEffect(() => {
    if (!area.current || !typed) return;
    area.current.value = typed.text;
    area.current.setSelectionRange(typed.start, typed.end);
  }, [typed]);
  return area;
}

function typedInto(id: string): { text: string; start: number; end: number } | undefined {
  const found = document.getElementById(id);
  if (!(found instanceof HTMLTextAreaElement) || found.value === found.defaultValue)
    return undefined;
  return { text: found.value, start: found.selectionStart, end: found.selectionEnd };
}
