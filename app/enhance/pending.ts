import { useNavigation } from "react-router";

/** True while a link or form is under way. Without scripts the browser shows it itself. */
export function usePending(): boolean {
  return useNavigation().state !== "idle";
}
