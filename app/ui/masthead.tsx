import type { ReactNode } from "react";
import { Link } from "react-router";

export function Masthead(props: { viewer?: string; children?: ReactNode; end?: ReactNode }) {
  return (
    <header className="masthead">
      <Link className="brand" to="/">
        Spoor
      </Link>{" "}
      {props.children}
      <div className="masthead-end">
        {props.end}{" "}
        {props.viewer && (
          <Link to="/logout" title="Sign out">
            {props.viewer}
          </Link>
        )}
      </div>
    </header>
  );
}
