import { counted } from "#server/domain/count.ts";

type RevokeTokensProps = {
  /** The account's number of tokens; without any, there is no choice. */
  tokens: number;
  /** Initially selected: after a reset, the account may have been compromised. */
  chosen?: boolean;
};

/**
 * Next to a new password: API tokens work without the password and stay valid unless this is
 * selected.
 */
export function RevokeTokens({ tokens, chosen = false }: RevokeTokensProps) {
  if (tokens === 0) return null;
  return (
    <p className="check">
      <label>
        <input type="checkbox" name="revokeTokens" value="yes" defaultChecked={chosen} />{" "}
        {`Revoke ${counted(tokens, "API token")} of this account`}
      </label>
    </p>
  );
}
