import { type RefObject, useEffect, useRef } from "react";
import { useHref, useNavigate } from "react-router";

type Following = {
  /**
   * `view`: keeps the scroll position, so fragments, which are for pages without scripts, are
   * dropped. `page`: like `Link`, for another view of the same page.
   */
  within: "view" | "page";
  isOn?: boolean;
};

/**
 * One listener for hundreds of plain links: with scripts, they navigate within the page like
 * `Link`, at a fraction of its cost per link.
 */
export function useFollowLinks<Element extends HTMLElement>({
  within,
  isOn = true,
}: Following): RefObject<Element | null> {
  const element = useRef<Element>(null);
  const navigate = useNavigate();
  const base = useHref("/");
  useEffect(() => {
    const container = element.current;
    if (!container || !isOn) return;
    const follow = (event: MouseEvent) => {
      const link = followed(event);
      if (!link) return;
      event.preventDefault();
      const path = base === "/" ? link.pathname : link.pathname.slice(base.length) || "/";
      const hash = within === "view" ? "" : link.hash;
      const preventScrollReset = within === "view" || link.pathname === location.pathname;
      void navigate(path + link.search + hash, { preventScrollReset });
    };
    container.addEventListener("click", follow);
    return () => container.removeEventListener("click", follow);
  }, [navigate, base, within, isOn]);
  return element;
}

/**
 * A plain click on an internal link. With a modifier key or another button, the browser opens a tab
 * or a window.
 */
function followed(event: MouseEvent): URL | undefined {
  const isPlain =
    event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  // A link to a file is marked by its `type`.
  const target =
    event.target instanceof Element ? event.target.closest("a[href]:not([type])") : null;
  if (!isPlain || event.defaultPrevented || !target) return undefined;
  // Links in SVG have an `href` object; the attribute is the same everywhere.
  const href = target.getAttribute("href")!;
  const url = new URL(href, location.href);
  return url.origin === location.origin && !href.startsWith("#") ? url : undefined;
}
