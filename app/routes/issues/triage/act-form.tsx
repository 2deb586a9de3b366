import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";
import { usePosted } from "#app/enhance/pending.ts";

/** Where a form about an issue goes, and the newest activity there was when its page was made. */
export type Aim = { to: string; seen: number };

/** Posts to the issue and comes back to the tab it was sent from. */
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
      // A second click while the first is under way is none.
      onSubmit={(event) => isPosting && event.preventDefault()}
    >
      <input type="hidden" name="next" value={pathname + search} />
      <input type="hidden" name="seen" value={seen} />
      {children}
    </Form>
  );
}
