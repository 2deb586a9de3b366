/**
 * If the server can't be reached, a page stays as it is with all typed text and shows a notice: its
 * requests wait for “Try again” instead of failing. Script loads can't wait, so no navigation
 * starts while the browser knows that it is offline. Returns a function that stops it.
 */
export function surviveLostConnection(setHeld: (isHeld: boolean) => void): () => void {
  const { show, hide } = offlineLine(setHeld);
  const letGo = holdRequests(show, hide);
  const hold = (event: Event, again: () => void) => {
    if (navigator.onLine) return;
    event.preventDefault();
    event.stopPropagation();
    // Only the latest request matters.
    hide();
    show(again);
  };
  const click = (event: MouseEvent) => {
    const link = (event.target as Element).closest<HTMLElement>(
      "a[href]:not([href^='#'], [target])",
    );
    if (link) hold(event, () => link.click());
  };
  const submit = (event: SubmitEvent) => {
    const form = event.target as HTMLFormElement;
    if (form.method !== "dialog") hold(event, () => form.requestSubmit(event.submitter));
  };
  addEventListener("click", click, true);
  addEventListener("submit", submit, true);
  return () => {
    removeEventListener("click", click, true);
    removeEventListener("submit", submit, true);
    letGo();
    hide();
  };
}

/** React Router loads a page's data, and posts its forms, at `….data`. */
function holdRequests(show: (again: () => void) => void, hide: () => void): () => void {
  const plainFetch = globalThis.fetch;
  let isOver = false;
  globalThis.fetch = async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    for (;;) {
      try {
        const answer = await plainFetch(input, init);
        hide();
        return answer;
      } catch (error) {
        const isOurs = url.origin === location.origin && url.pathname.endsWith(".data");
        if (isOver || !isOurs || !(error instanceof TypeError) || init?.signal?.aborted)
          throw error;
        await new Promise<void>((resolve, reject) => {
          // A later navigation ends the wait.
          init?.signal?.addEventListener("abort", () => reject(error), { once: true });
          show(resolve);
        });
      }
    }
  };
  return () => void (isOver = true);
}

/** The notice, while a request waits. */
function offlineLine(setHeld: (isHeld: boolean) => void) {
  const waiting = new Set<() => void>();
  const line = Object.assign(document.createElement("div"), {
    className: "selection offline",
    role: "alert",
  });
  const button = Object.assign(document.createElement("button"), {
    type: "button",
    textContent: "Try again",
  });
  line.append("No connection. Nothing was changed. ", button);
  const hide = () => {
    if (waiting.size === 0) return;
    waiting.clear();
    line.remove();
    setHeld(false);
  };
  button.addEventListener("click", () => {
    const all = [...waiting];
    hide();
    for (const again of all) again();
  });
  const show = (again: () => void) => {
    waiting.add(again);
    document.body.append(line);
    setHeld(true);
  };
  return { show, hide };
}
