import { type ComponentType, useEffect, useLayoutEffect, useRef, useState } from "react";
import { useFollowLinks } from "./follow-links.ts";
import { useHydrating } from "./hydrated.ts";
import { late } from "./late.tsx";

/**
 * A static part of a page: tables, charts, text, and links. The browser keeps the server's HTML,
 * and loads no script for it until the page shows something else there. It must not contain fields,
 * forms, or buttons; links in it navigate within the page. It depends only on its properties,
 * compared one by one, and on the URL only if these change with it.
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
      // The old content stays until the new content can be shown, so that nothing is empty in
      // between.
      const show = (loaded: ComponentType<Props>) => {
        focus.current = linksIn(kept.current).indexOf(document.activeElement);
        setPart(() => loaded);
      };
      if (isOld) void load().then(show, failing(setPart));
    }, [isOld, kept]);
    // Keeps the focus on the heading of the sorted column.
    useLayoutEffect(
      () => (linksIn(kept.current)[focus.current] as HTMLElement | undefined)?.focus(),
      [Part, kept],
    );
    // For React, an element with text, the server's HTML, which it doesn't read. A boundary that
    // stays suspended would not work: React empties it on the next context change.
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

/** Shown in place of the part, like any error of a page. */
function failing(set: (part: () => () => never) => void) {
  return (error: unknown) =>
    set(() => () => {
      throw error;
    });
}
