import { type ComponentType, useCallback, useState } from "react";
import type { NewsProps } from "./news.tsx";
import { useWhenIdle } from "./when-idle.ts";

/** Offers to show changes since the page was loaded. Nothing moves until the user accepts. */
export function NewsLine(props: NewsProps) {
  const [News, setNews] = useState<ComponentType<NewsProps>>();
  const begin = useCallback(async () => {
    const { News: loaded } = await import("./news.tsx");
    setNews(() => loaded);
    return undefined;
  }, []);
  useWhenIdle(begin);
  return <span>{News && <News {...props} />}</span>;
}
