import { useWhenIdle } from "./when-idle.ts";

/** Keys are on the elements that they act for (`aria-keyshortcuts`). What listens for them is loaded after the page. */
export function useShortcuts(): void {
  useWhenIdle(begin);
}

async function begin() {
  const [{ listenToKeys }, { listenToMenus }] = await Promise.all([import("./keyboard.ts"), import("./menus.ts")]);
  const ends = [listenToKeys(), listenToMenus()];
  return () => {
    for (const end of ends) end();
  };
}
