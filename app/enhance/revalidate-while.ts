import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Reloads the page's data every `everyMs` while `waiting`, except in a hidden tab. */
export function useRevalidateWhile(waiting: boolean, everyMs: number): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") void revalidate();
    }, everyMs);
    return () => clearInterval(timer);
  }, [waiting, everyMs, revalidate]);
}
