import { Facts } from "#app/ui/facts.tsx";
import { SettingsPart } from "#app/routes/settings/settings-part.tsx";
import type { ProviderFacts } from "#server/commands/sign-in/factors.ts";

/** Single sign-on as it is configured, or how to have it. Never its secret. */
export function Provider({ provider, publicUrl }: { provider?: ProviderFacts; publicUrl: string }) {
  return (
    <SettingsPart id="provider" title="Single sign-on">
      {provider ? <Configured {...provider} /> : <HowTo />}
      <p>
        Redirect URI: <code>{`${publicUrl}/login/oidc/callback`}</code>
      </p>
    </SettingsPart>
  );
}

function Configured({ name, issuer, clientId, allowedDomains, createUsers }: ProviderFacts) {
  return (
    <Facts
      facts={[
        ["Button label", name],
        ["Issuer", <code key="issuer">{issuer}</code>],
        ["Client ID", <code key="client">{clientId}</code>],
        ["First sign-in", createUsers ? "creates an account" : "needs an account or an invitation"],
        ["Email domains", allowedDomains.join(", ") || "any"],
      ]}
    />
  );
}

function HowTo() {
  return (
    <p>
      Members sign in with passwords and passkeys of this instance. To use an OpenID provider, set{" "}
      <code>SPOOR_OIDC_ISSUER</code>, <code>SPOOR_OIDC_CLIENT_ID</code> and{" "}
      <code>SPOOR_OIDC_CLIENT_SECRET</code>; <code>SPOOR_OIDC_NAME</code> sets the button label.{" "}
      <code>SPOOR_OIDC_CREATE_USERS=yes</code> with{" "}
      <code>SPOOR_OIDC_ALLOWED_DOMAINS=example.com</code> creates accounts for those email domains.
    </p>
  );
}
