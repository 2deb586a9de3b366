import { href, Link } from "react-router";
import type { Factors } from "#server/commands/sign-in/factors.ts";

type TwoFactorNoticeProps = Pick<Factors, "required" | "lacksSecond"> & { hasFactor: boolean };

/** The reason for the redirect from another page. */
export function TwoFactorNotice({ required, lacksSecond, hasFactor }: TwoFactorNoticeProps) {
  if (!required || !lacksSecond) return null;
  if (hasFactor)
    return (
      <p role="alert">
        This instance requires two-factor authentication, and you signed in with one factor.{" "}
        <Link to={href("/logout")}>Sign out</Link>, then sign in with your second factor.
      </p>
    );
  return (
    <p role="alert">
      This instance requires two-factor authentication. Set it up to continue with{" "}
      <Link to={href("/account/two-factor")}>an authenticator app</Link>, or{" "}
      <Link to={href("/account/passkeys")}>a passkey</Link>.
    </p>
  );
}
