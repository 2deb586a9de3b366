import { useSyncExternalStore } from "react";

const never = () => () => {};

/** True on the server and while the browser takes over the server's HTML; false ever after. */
export function useHydrating(): boolean {
  return useSyncExternalStore(
    never,
    () => false,
    () => true,
  );
}
