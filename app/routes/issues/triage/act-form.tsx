import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { usePosted } from "#app/enhance/pending.ts";

/** Target of a form about an issue, and the newest activity when its page was loaded. */
export type Aim = { to: string; seen: number };

/** Posts to the issue and returns to the current tab. */
export function ActForm({
  to,
  seen,
  className,
  children,
}: Aim & { className?: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  const { isPosting } = usePosted();
  return (
    <Form
      {...{
        method: "post",
        action: to + search,
        className,
        preventScrollReset: true,
        noValidate: true,
      }}
      // Ignores a second click while the first is in progress.
      onSubmit={(event) => isPosting && event.preventDefault()}
    >
      <input type="hidden" name="next" value={pathname + search} />
      <input type="hidden" name="seen" value={seen} />
      {children}
    </Form>
  );
}
