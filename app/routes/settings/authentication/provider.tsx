import { Facts } from "#app/ui/facts.tsx";
import type { ProviderFacts } from "#server/factor-services.ts";

/** Single sign-on as it is configured, or how to have it. Never its secret. */
export function Provider({ provider, publicUrl }: { provider?: ProviderFacts; publicUrl: string }) {
  return (
    <section aria-labelledby="provider">
      <h2 id="provider">Single sign-on</h2>
      {provider ? <Configured {...provider} /> : <HowTo />}
      <p>
        The service has to know this address to come back to: <code>{`${publicUrl}/login/oidc/callback`}</code>
      </p>
    </section>
  );
}

function Configured({ name, issuer, clientId, allowedDomains, createUsers }: ProviderFacts) {
  return (
    <Facts
      facts={[
        ["Name on the button", name],
        ["Issuer", <code key="issuer">{issuer}</code>],
        ["Client id", <code key="client">{clientId}</code>],
        ["First sign-in", createUsers ? "makes an account" : "needs an account or an invitation"],
        ["Mail domains", allowedDomains.join(", ") || "any"],
      ]}
    />
  );
}

function HowTo() {
  return (
    <p>
      People sign in with passwords and passkeys of this Spoor. To let them in through an OpenID provider, start it with{" "}
      <code>SPOOR_OIDC_ISSUER</code>, <code>SPOOR_OIDC_CLIENT_ID</code> and <code>SPOOR_OIDC_CLIENT_SECRET</code>;{" "}
      <code>SPOOR_OIDC_NAME</code> stands on the button. <code>SPOOR_OIDC_CREATE_USERS=yes</code> with{" "}
      <code>SPOOR_OIDC_ALLOWED_DOMAINS=example.com</code> makes accounts for people of those mail domains.
    </p>
  );
}
