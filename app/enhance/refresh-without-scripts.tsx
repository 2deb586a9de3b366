import { useMatches } from "react-router";

/** A route whose page waits for something says so in its `handle`. */
export type WaitingHandle<Data> = { waits: (data: Data) => boolean };

/**
 * Reloads a waiting page every few seconds where scripts are off; with scripts `useRevalidateWhile`
 * does.
 */
export function RefreshWithoutScripts() {
  const waiting = useMatches().some(({ handle, loaderData }) => {
    const waits = (handle as Partial<WaitingHandle<unknown>> | undefined)?.waits;
    return loaderData !== undefined && waits?.(loaderData);
  });
  if (!waiting) return null;
  return (
    <noscript>
      <meta httpEquiv="refresh" content="4" />
    </noscript>
  );
}
