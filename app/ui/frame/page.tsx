import type { ReactNode } from "react";
import { Link } from "react-router";
import { late } from "#app/enhance/late.tsx";
import type { Theme } from "#app/context.ts";
import { Drawing } from "../icon.tsx";
import type { NavProject } from "./project-nav.tsx";
import type { RailViewer } from "./rail.tsx";
import { TroubleNotice, type Troubles } from "./trouble-notice.tsx";

const Footer = late(async () => (await import("./footer.tsx")).Footer);
const Rail = late(async () => (await import("./rail.tsx")).Rail);

export type PageFrame = { theme: Theme; viewer?: RailViewer; troubles?: Troubles };

type PageProps = {
  frame: PageFrame;
  project?: NavProject;
  /** For visitors without an account: a page as wide as those of members. */
  isWide?: boolean;
  busy: boolean;
  children: ReactNode;
};

/** The landmarks of every page: rail, main, and footer. Visitors without an account get no rail. */
export function Page({
  frame: { theme, viewer, troubles },
  project,
  isWide,
  busy,
  children,
}: PageProps) {
  if (!viewer) return <Outside {...{ theme, isWide, busy, children }} />;
  return (
    <>
      <Rail viewer={viewer} project={project} />
      <div className="page">
        {troubles && <TroubleNotice {...troubles} />}
        <Main busy={busy}>{children}</Main>
        <Footer theme={theme} isSignedIn />
      </div>
    </>
  );
}

type OutsideProps = { theme: Theme; isWide?: boolean; busy: boolean; children: ReactNode };

function Outside({ theme, isWide, busy, children }: OutsideProps) {
  return (
    <div className={isWide ? "outside shared-page" : "outside"}>
      <Main busy={busy}>
        <Link className="mark" to="/" aria-label="Spoor">
          <Drawing name="mark" />
        </Link>
        {children}
      </Main>
      <Footer theme={theme} isSignedIn={false} />
    </div>
  );
}

function Main({ busy, children }: Omit<OutsideProps, "theme">) {
  return (
    <main id="main" tabIndex={-1} aria-busy={busy}>
      {children}
    </main>
  );
}
