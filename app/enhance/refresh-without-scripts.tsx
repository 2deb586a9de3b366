import { useMatches } from "react-router";

/** A route whose page waits for something declares it in its `handle`. */
export type WaitingHandle<Data> = { waits: (data: Data) => boolean };

/**
 * Reloads a waiting page every few seconds without scripts; with scripts, `useRevalidateWhile`
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
