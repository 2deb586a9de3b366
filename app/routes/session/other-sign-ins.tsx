import { href, Link } from "react-router";
import { PasskeySignIn } from "#app/enhance/passkey-sign-in.tsx";
import {
  type ProviderRefusal,
  providerRefusals,
  refusalSentence,
} from "#server/domain/people/provider-sign-in.ts";
import { withNext } from "./step-on.ts";
import type { ProviderFacts } from "#server/commands/sign-in/factors.ts";

type OtherSignInsProps = { next: string; providerName?: string; refusal?: string };

/** The sign-in page's message about single sign-on: only fixed texts, regardless of the URL. */
export function otherSignIns(
  provider: ProviderFacts | undefined,
  url: URL,
): Omit<OtherSignInsProps, "next"> {
  const code = providerRefusals.find((each) => each === url.searchParams.get("refused"));
  if (!provider) return {};
  return {
    providerName: provider.name,
    ...(code && { refusal: refusalSentence(code, provider.name) }),
  };
}

/** The sign-in page with the reason why single sign-on failed. */
export function refusedPath(refused: ProviderRefusal, next: string): string {
  const search = new URLSearchParams({ refused, ...(next !== "/" && { next }) });
  return `${href("/login")}?${search}`;
}

/** Ways to sign in without a password. */
export function OtherSignIns({ next, providerName, refusal }: OtherSignInsProps) {
  return (
    <>
      {refusal !== undefined && (
        <p className="error" role="alert">
          {refusal}
        </p>
      )}
      {providerName !== undefined && (
        <p>
          {/* A link instead of a form, because the security policy only allows forms to this site.
              The browser follows it. */}
          <Link className="button" to={withNext(href("/login/oidc"), next)} reloadDocument>
            {`Sign in with ${providerName}`}
          </Link>
        </p>
      )}
      <PasskeySignIn next={next} />
    </>
  );
}
