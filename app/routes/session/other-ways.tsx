import { href, Link } from "react-router";
import { PasskeySignIn } from "#app/enhance/passkey-sign-in.tsx";
import {
  type ProviderRefusal,
  providerRefusals,
  refusalSentence,
} from "#server/domain/people/provider-sign-in.ts";
import { withNext } from "./step-on.ts";
import type { ProviderFacts } from "#server/commands/sign-in/factors.ts";

type OtherWaysProps = { next: string; providerName?: string; refusal?: string };

/**
 * What the sign-in page says of single sign-on. Only words of ours are printed, whatever the
 * address has in it.
 */
export function otherWays(
  provider: ProviderFacts | undefined,
  url: URL,
): Omit<OtherWaysProps, "next"> {
  const code = providerRefusals.find((each) => each === url.searchParams.get("refused"));
  if (!provider) return {};
  return {
    providerName: provider.name,
    ...(code && { refusal: refusalSentence(code, provider.name) }),
  };
}

/** The sign-in page, with the reason why single sign-on failed. */
export function refusedPath(refused: ProviderRefusal, next: string): string {
  const search = new URLSearchParams({ refused, ...(next !== "/" && { next }) });
  return `${href("/login")}?${search}`;
}

/** Ways to come in beside a password. */
export function OtherWays({ next, providerName, refusal }: OtherWaysProps) {
  return (
    <>
      {refusal !== undefined && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
      {providerName !== undefined && (
        <p>
          {/* A link and no form: the security policy lets forms end on this site alone. The browser itself follows it. */}
          <Link to={withNext(href("/login/oidc"), next)} reloadDocument>
            {`Sign in with ${providerName}`}
          </Link>
        </p>
      )}
      <PasskeySignIn next={next} />
    </>
  );
}
