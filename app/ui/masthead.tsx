import type { ReactNode } from "react";
import { Link } from "react-router";

/** Who is signed in, as far as the masthead goes. */
export type MastheadViewer = { name: string; owner: boolean };

export function Masthead(props: { viewer?: MastheadViewer; children?: ReactNode; end?: ReactNode }) {
  return (
    <header className="masthead">
      <Link className="brand" to="/">
        Spoor
      </Link>{" "}
      {props.children}
      <div className="masthead-end">
        {props.end} {props.viewer && <OwnLinks {...props.viewer} />}
      </div>
    </header>
  );
}

function OwnLinks({ name, owner }: MastheadViewer) {
  return (
    <>
      {owner && (
        <Link to="/settings" title="Settings of this Spoor">
          Spoor settings
        </Link>
      )}{" "}
      <Link to="/account" title="Your account">
        {name}
      </Link>{" "}
      <Link to="/logout">Sign out</Link>
    </>
  );
}
