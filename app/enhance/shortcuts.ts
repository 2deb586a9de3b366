import { useEffect } from "react";

/** A key stands on the element it acts for (`aria-keyshortcuts`); pressing it clicks the element, or focuses a field. */
export function useShortcuts(): void {
  useEffect(() => {
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}

function press(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
  const element = document.querySelector<HTMLElement>(`[aria-keyshortcuts="${CSS.escape(event.key)}"]`);
  if (!element) return;
  event.preventDefault();
  if (element instanceof HTMLInputElement) element.focus();
  else element.click();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|SELECT|TEXTAREA)$/.test(target.tagName))
  );
}
