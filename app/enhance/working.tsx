import { useEffect, useRef } from "react";
import { usePending } from "./pending.ts";

/**
 * Shows a progress line during navigation, and a working state on the button that started it.
 * Without scripts, the browser shows it.
 */
export function Working() {
  const isPending = usePending();
  const submitter = useRef<HTMLElement>(null);
  useEffect(() => {
    const note = (event: SubmitEvent) => void (submitter.current = event.submitter);
    addEventListener("submit", note, true);
    return () => removeEventListener("submit", note, true);
  }, []);
  useEffect(() => {
    const button = submitter.current;
    if (!isPending || !button) return;
    button.ariaBusy = "true";
    return () => {
      button.ariaBusy = null;
      submitter.current = null;
    };
  }, [isPending]);
  return isPending && <div className="working" role="progressbar" aria-label="Loading" />;
}
