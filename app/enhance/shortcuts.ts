import { endEarlyKeys } from "./early-keys.ts";
import { useWhenIdle } from "./when-idle.ts";

/**
 * Keys are declared on the elements they activate (`aria-keyshortcuts`). The listeners for keys and
 * charts load after the page.
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
  endEarlyKeys();
  const ends = [listenToKeys(), listenToMenus(), listenToCharts()];
  return () => {
    for (const end of ends) end();
  };
}
