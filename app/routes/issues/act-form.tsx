import type { ReactNode } from "react";
import { Form, useLocation } from "react-router";

/** Where a form about an issue goes, and the newest activity there was when its page was made. */
export type Aim = { to: string; seen: number };

/** Posts to the issue and comes back to the tab it was sent from. */
export function ActForm({ to, seen, className, children }: Aim & { className?: string; children: ReactNode }) {
  const { pathname, search } = useLocation();
  return (
    <Form method="post" action={to + search} className={className} preventScrollReset noValidate>
      <input type="hidden" name="next" value={pathname + search} />
      <input type="hidden" name="seen" value={seen} />
      {children}
    </Form>
  );
}
