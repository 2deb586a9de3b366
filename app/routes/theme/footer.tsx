import { Form, useLocation } from "react-router";
import { type Theme, themes } from "#app/context.ts";

/** The theme is a cookie set by a plain form: it holds before the first byte of the next page. */
export function Footer({ theme }: { theme: Theme }) {
  const { pathname, search } = useLocation();
  return (
    <footer className="footer">
      <Form method="post" action="/theme" replace preventScrollReset>
        <input type="hidden" name="next" value={pathname + search} />
        <fieldset>
          <legend>Theme</legend>
          {themes.map((each) => [
            " ",
            <button key={each} name="theme" value={each} aria-pressed={each === theme}>
              {each}
            </button>,
          ])}
        </fieldset>
      </Form>
    </footer>
  );
}
