import { createContext, useContext } from "react";
import { useNavigation } from "react-router";

/** Whether a request of the page waits for the connection to come back (`lost-connection.ts`). */
export const Held = createContext(false);

/** True while a link or form is under way. Without scripts the browser shows it itself. */
export function usePending(): boolean {
  const { state } = useNavigation();
  return !useContext(Held) && state !== "idle";
}

/**
 * The form that is under way. One that waits for the connection has changed nothing yet, and may be
 * sent again.
 */
export function usePosted(): { formData?: FormData; isPosting: boolean } {
  const { formData, state } = useNavigation();
  return useContext(Held) ? { isPosting: false } : { formData, isPosting: state === "submitting" };
}
