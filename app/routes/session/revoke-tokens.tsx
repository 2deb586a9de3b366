import { counted } from "#server/domain/count.ts";

type RevokeTokensProps = {
  /** How many the account has; without any there is nothing to choose. */
  tokens: number;
  /** Checked at first: after a reset the account may have been in other hands. */
  chosen?: boolean;
};

/** Beside a new password: API tokens work without one, and outlive it unless this is checked. */
export function RevokeTokens({ tokens, chosen = false }: RevokeTokensProps) {
  if (tokens === 0) return null;
  return (
    <p>
      <label>
        <input type="checkbox" name="revokeTokens" value="yes" defaultChecked={chosen} />{" "}
        {`Revoke ${counted(tokens, "API token")} of this account`}
      </label>
    </p>
  );
}
