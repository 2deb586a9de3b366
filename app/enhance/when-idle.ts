import { useEffect } from "react";

const pauseMs = 200;

/**
 * Begins something once the browser has taken the page over and has drawn it. `begin` may return
 * how to end it, and is begun again when it is another function.
 */
export function useWhenIdle(begin: () => Promise<(() => void) | undefined>): void {
  useEffect(() => {
    let end: (() => void) | undefined;
    let isOver = false;
    const timer = setTimeout(() => {
      // What cannot be loaded is not there: the page works without it.
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
