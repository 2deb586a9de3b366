import { createContext, useContext } from "react";
import { useNavigation } from "react-router";

/** Whether a request of the page waits for the connection (`lost-connection.ts`). */
export const Held = createContext(false);

/** True while a navigation or submission is in progress. Without scripts, the browser shows it. */
export function usePending(): boolean {
  const { state } = useNavigation();
  return !useContext(Held) && state !== "idle";
}

/**
 * The form being submitted. A form that waits for the connection has changed nothing yet and can be
 * sent again.
 */
export function usePosted(): { formData?: FormData; isPosting: boolean } {
  const { formData, state } = useNavigation();
  return useContext(Held) ? { isPosting: false } : { formData, isPosting: state === "submitting" };
}
