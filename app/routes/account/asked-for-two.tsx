import { href, Link } from "react-router";
import type { Factors } from "#server/factor-services.ts";

type AskedForTwoProps = Pick<Factors, "required" | "lacksSecond"> & { hasFactor: boolean };

/** Why somebody who wanted to go elsewhere finds themselves here. */
export function AskedForTwo({ required, lacksSecond, hasFactor }: AskedForTwoProps) {
  if (!required || !lacksSecond) return null;
  if (hasFactor)
    return (
      <p role="alert">
        This Spoor asks everybody for two factors, and you have signed in with one.{" "}
        <Link to={href("/logout")}>Sign out</Link>, and in again with your second one.
      </p>
    );
  return (
    <p role="alert">
      This Spoor asks everybody for two factors. Set up your second one to go on:{" "}
      <Link to={href("/account/two-factor")}>codes from an app</Link>, or{" "}
      <Link to={href("/account/passkeys")}>a passkey</Link>.
    </p>
  );
}
