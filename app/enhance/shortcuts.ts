import { useWhenIdle } from "./when-idle.ts";

/** Keys stand on the elements that they act for (`aria-keyshortcuts`). What listens for them is loaded after the page. */
export function useShortcuts(): void {
  useWhenIdle(begin);
}

const begin = async () => (await import("./keyboard.ts")).listenToKeys();
