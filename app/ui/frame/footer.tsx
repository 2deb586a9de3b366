import { Form, href, Link, useLocation } from "react-router";
import type { Theme } from "#app/context.ts";

const themes: [theme: Theme, name: string][] = [
  ["auto", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/** Of `package.json`, set by the bundler. */
declare const SPOOR_VERSION: string;

/**
 * The theme is a cookie set by a plain form, so it applies from the first byte of the next page.
 */
export function Footer({ theme, isSignedIn }: { theme: Theme; isSignedIn: boolean }) {
  const { pathname, search } = useLocation();
  return (
    <footer className="foot">
      <Form method="post" action="/theme" replace preventScrollReset>
        <input type="hidden" name="next" value={pathname + search} />
        <fieldset>
          <legend>Theme</legend>
          {themes.map(([each, name]) => [
            " ",
            <button key={each} name="theme" value={each} aria-pressed={each === theme}>
              {name}
            </button>,
          ])}
        </fieldset>
      </Form>{" "}
      <span>Times in UTC unless noted</span>
      {isSignedIn && (
        <>
          {" "}
          <Link to="/api/v1/openapi.json" reloadDocument>
            API docs
          </Link>{" "}
          <Link to={{ pathname: href("/account/preferences"), hash: "keys" }}>
            Keyboard shortcuts
          </Link>{" "}
          <span>Spoor {SPOOR_VERSION}</span>
        </>
      )}
    </footer>
  );
}
