import { type ComponentType, useCallback, useState } from "react";
import type { NewsProps } from "./news.tsx";
import { useWhenIdle } from "./when-idle.ts";

/**
 * Where an open page offers to show what has happened since it was made. Nothing moves until one
 * says so.
 */
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
