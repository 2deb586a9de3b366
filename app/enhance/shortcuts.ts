import { useWhenIdle } from "./when-idle.ts";

/**
 * Keys are on the elements that they act for (`aria-keyshortcuts`). What listens for them, and to
 * charts, is loaded after the page.
 */
export function useShortcuts(): void {
  useWhenIdle(begin);
}

async function begin() {
  const [{ listenToKeys }, { listenToMenus }, { listenToCharts }] = await Promise.all([
    import("./keyboard.ts"),
    import("./menus.ts"),
    import("./charts.ts"),
  ]);
  const ends = [listenToKeys(), listenToMenus(), listenToCharts()];
  return () => {
    for (const end of ends) end();
  };
}
