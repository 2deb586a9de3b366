import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Loads the page's data again every `everyMs` while `waiting`, and never in a hidden tab. */
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
