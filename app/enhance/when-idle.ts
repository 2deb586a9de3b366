import { useEffect } from "react";

const pauseMs = 200;

/**
 * Starts something after hydration and paint. `begin` may return a function that stops it, and runs
 * again if it is another function.
 */
export function useWhenIdle(begin: () => Promise<(() => void) | undefined>): void {
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      // If loading fails, the feature is missing: the page works without it.
      const begun = begin().catch(() => undefined);
      void begun.then((how) => (isOver ? how?.() : (end = how)));
    }, pauseMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
      end?.();
    };
  }, [begin]);
}
