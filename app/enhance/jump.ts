const fieldOf = () => document.querySelector<HTMLInputElement>(".jump > input");
const isMac = () => /Mac|iP/.test(navigator.platform);

/** Ctrl+K or ⌘K focuses the rail's field, whose list of matches loads with the first focus. */
export function listenToJump(): () => void {
  const list = () => {
    const field = fieldOf();
    if (field && field === document.activeElement)
      void import("./jump-list.ts").then(({ listJumps }) => listJumps(field));
  };
  const press = (event: KeyboardEvent) => {
    const isMeant = event.key === "k" && (isMac() ? event.metaKey : event.ctrlKey);
    const field = isMeant && !event.altKey && !event.shiftKey && fieldOf();
    if (!field || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    field.select();
    field.focus();
  };
  list();
  document.addEventListener("focusin", list);
  document.addEventListener("keydown", press);
  return () => {
    document.removeEventListener("focusin", list);
    document.removeEventListener("keydown", press);
  };
}
