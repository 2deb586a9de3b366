import { Form, useLocation } from "react-router";
import type { Theme } from "#app/context.ts";

const themes: [theme: Theme, name: string][] = [
  ["auto", "System"],
  ["light", "Light"],
  ["dark", "Dark"],
];

/**
 * The theme is a cookie set by a plain form, so it applies from the first byte of the next page.
 */
export function Footer({ theme }: { theme: Theme }) {
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
    </footer>
  );
}
