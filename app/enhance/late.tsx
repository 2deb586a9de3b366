import { type ComponentType, lazy, Suspense, useState } from "react";

/** `begin` loads the part's module in advance. */
type Late<Props> = ComponentType<Props> & { begin: () => Promise<undefined> };

/**
 * A part of a page whose script loads after the page's own. The server renders it fully: links and
 * forms work from the first byte, and the part hydrates when its script is loaded. During a client
 * navigation, the script is loaded together with the page's data, so that nothing is missing when
 * the page appears.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let loaded: ComponentType<Props> | undefined;
  const begin = async () => ({ default: (loaded = await load()) });
  const Awaited = lazy(begin);
  if (typeof document !== "undefined" && document.readyState === "complete")
    begin().catch(() => undefined);
  function Late(props: Props) {
    // Decided on the first render: switching later would remount the component and lose typed text.
    const [Part] = useState<ComponentType<Props> | typeof Awaited>(() => loaded ?? Awaited);
    // A re-render before the script is loaded would remove the server's HTML, so nothing here
    // triggers one.
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Late, { begin: () => begin().then(() => undefined) });
}
