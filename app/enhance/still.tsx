import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFollowLinks } from "./follow-links.ts";
import { useHydrating } from "./hydrated.ts";
import { late } from "./late.tsx";

/**
 * A part of a page in which nothing happens: tables, charts, words and links. The browser keeps the
 * server's HTML as it stands, and loads no script for it until the page has something else to show
 * there. Text fields, forms and buttons have no place in it; links in it move within the page all
 * the same. What it shows follows from its properties, compared one by one, and from the address
 * only where these change with it.
 */
export function still<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const Late = late(load);
  return function Still(props) {
    const isHydrating = useHydrating();
    const [printed] = useState(isHydrating && typeof document !== "undefined" ? props : undefined);
    const [Part, setPart] = useState<ComponentType<Props>>();
    const isKept = printed !== undefined && Part === undefined;
    const isOld = isKept && !isSame(printed, props);
    const kept = useFollowLinks<HTMLDivElement>({ within: "page", isOn: isKept });
    const focus = useRef(-1);
    useEffect(() => {
      // What was shown stays until what is to be shown can be: nothing is empty meanwhile.
      const show = (loaded: ComponentType<Props>) => {
        focus.current = linksIn(kept.current).indexOf(document.activeElement);
        setPart(() => loaded);
      };
      if (isOld) void load().then(show, failing(setPart));
    }, [isOld, kept]);
    // The focus stays on the heading of the column that was sorted by.
    useLayoutEffect(
      () => (linksIn(kept.current)[focus.current] as HTMLElement | undefined)?.focus(),
      [Part, kept],
    );
    // To React an element with a text in it, that of the server's HTML whatever it is: it neither
    // looks into it nor at it. A boundary that stays suspended would not do: React empties it at
    // the next change of any context.
    return (
      <div ref={kept} className="still" suppressHydrationWarning>
        {isKept ? "" : Part ? <Part {...props} /> : <Late {...props} />}
      </div>
    );
  };
}

const linksIn = (element: Element | null): (Element | null)[] => [
  ...(element?.querySelectorAll("a[href], summary") ?? []),
];

function isSame<Props extends object>(one: Props, other: Props): boolean {
  const names = Object.keys(one) as (keyof Props)[];
  return (
    names.length === Object.keys(other).length &&
    names.every((name) => Object.is(one[name], other[name]))
  );
}

/** Shown where the part would have been, as any failure of a page's is. */
function failing(set: (part: () => () => never) => void) {
  return (error: unknown) =>
    set(() => () => {
      throw error;
    });
}
