const openMenus = () => [...document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")];

/**
 * Escape and a click elsewhere close an open menu; without scripts, its own button does. Returns a
 * function that stops it.
 */
export function listenToMenus(): () => void {
  const click = ({ target }: MouseEvent) => {
    for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
  };
  const press = ({ key }: KeyboardEvent) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) close(menu);
  };
  document.addEventListener("click", click);
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("click", click);
    document.removeEventListener("keydown", press);
  };
}

/** Focus inside the menu returns to its button. */
function close(menu: HTMLDetailsElement): void {
  const hadFocus = menu.contains(document.activeElement);
  menu.open = false;
  if (hadFocus) menu.querySelector("summary")?.focus();
}
