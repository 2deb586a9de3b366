import { type ComponentType, lazy, Suspense, useState } from "react";

/** `begin` fetches what belongs to the part before it is asked for. */
type Late<Props> = ComponentType<Props> & { begin: () => Promise<undefined> };

/**
 * A part of a page whose script comes after the page's own. The server prints it whole, its links
 * and forms work from the first byte, and the browser takes it over once it has what belongs to it.
 * On the way to a page in the same document that is fetched beside the page's data, so that nothing
 * is missing when the page appears.
 */
export function late<Props extends object>(load: () => Promise<ComponentType<Props>>): Late<Props> {
  let loaded: ComponentType<Props> | undefined;
  const begin = async () => ({ default: (loaded = await load()) });
  const Awaited = lazy(begin);
  if (typeof document !== "undefined" && document.readyState === "complete")
    begin().catch(() => undefined);
  function Late(props: Props) {
    // Which of both is settled with the first drawing: another one later would be another
    // component, and lose what was typed.
    const [Part] = useState<ComponentType<Props> | typeof Awaited>(() => loaded ?? Awaited);
    // Whatever draws this again before its script has come takes the server's HTML away until then:
    // so nothing in here does.
    return (
      <Suspense>
        <Part {...props} />
      </Suspense>
    );
  }
  return Object.assign(Late, { begin: () => begin().then(() => undefined) });
}
