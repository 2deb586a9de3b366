import type { ReactNode } from "react";
import { Masthead, type MastheadViewer } from "./masthead.tsx";

/** The landmarks of every page: the masthead, with a project's tabs where there is one, and the main part. */
export function Page(props: {
  viewer?: MastheadViewer;
  tabs?: ReactNode;
  end?: ReactNode;
  busy: boolean;
  children: ReactNode;
}) {
  return (
    <>
      <Masthead viewer={props.viewer} end={props.end}>
        {props.tabs}
      </Masthead>
      <main id="main" tabIndex={-1} aria-busy={props.busy}>
        {props.children}
      </main>
    </>
  );
}
