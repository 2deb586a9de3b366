import { type RefObject, useLayoutEffect, useRef, useState } from "react";
import { useHydrating } from "./hydrated.ts";

/**
 * For a text area with this id: keeps what was typed into it before the browser took its page over.
 * React puts the server's text back as it does so, in text areas alone (`initTextarea` of react-dom
 * 19).
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
