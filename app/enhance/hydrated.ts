import { useSyncExternalStore } from "react";

const never = () => () => {};

/** True on the server and during hydration; false afterwards. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
