import type { ReactNode } from "react";
import { Form, Link } from "react-router";

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
        {props.end} {props.viewer && <JumpForm />} {props.viewer && <OwnLinks {...props.viewer} />}
      </div>
    </header>
  );
}

/** The page's own search has the key `/`. */
function JumpForm() {
  return (
    <Form action="/search" role="search" aria-label="Everywhere">
      <input
        {...{ type: "text", name: "q", size: 14, maxLength: 500, autoComplete: "off", spellCheck: false }}
        {...{ placeholder: "Jump to…", "aria-label": "Jump to", "aria-keyshortcuts": "g+/" }}
      />
    </Form>
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
