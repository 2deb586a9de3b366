import type * as Client from "openid-client";
import type { ClientAuth } from "openid-client";
import type { ProviderClaims, ProviderRefusal } from "#server/domain/people/provider-sign-in.ts";
import type { Outgoing } from "#server/outgoing/outgoing.ts";
import { outgoingFetch } from "#server/outgoing/outgoing-fetch.ts";
import { claimsOf } from "./claims.ts";
import type { ProviderSettings } from "./provider-settings.ts";

/**
 * The single sign-on provider, using OpenID Connect: authorization code, PKCE, state, and nonce.
 * Never throws.
 */
export type Provider = {
  settings: ProviderSettings;
  /** The authorization URL, and what the response must match. */
  begin(
    redirectUri: string,
  ): Promise<{ url: string; checks: ProviderChecks } | { refused: ProviderRefusal }>;
  /** `url`: the redirect URI including the provider's parameters. */
  finish(
    url: string,
    checks: ProviderChecks,
  ): Promise<ProviderClaims | { refused: ProviderRefusal }>;
};

export type ProviderChecks = { state: string; nonce: string; verifier: string };

type Deps = { outgoing: Outgoing; now: () => number; onFailure: (error: unknown) => void };

const timeoutMs = 5_000;
const clockToleranceS = 30;
/** The discovery document is reloaded after this time. The library manages the keys. */
const keptMs = 3_600_000;

export function createProvider(
  settings: ProviderSettings,
  { outgoing, now, onFailure }: Deps,
): Provider {
  let known: { at: number; service: Promise<Service> } | undefined;
  const fetch = outgoingFetch((call) => outgoing({ ...call, timeoutMs }));

  /** Requested with the first sign-in, so that Spoor starts even if the provider is unreachable. */
  function discovered(): Promise<Service> {
    if (known && now() - known.at < keptMs) return known.service;
    const service = discover(settings, fetch);
    known = { at: now(), service };
    service.catch(() => (known = undefined));
    return service;
  }

  const refuse = (error: unknown) => {
    onFailure(error);
    return { refused: refusalOf(error) };
  };

  return {
    settings,
    async begin(redirectUri) {
      try {
        return await authorizationUrl(await discovered(), redirectUri);
      } catch (error) {
        return refuse(error);
      }
    },
    async finish(url, checks) {
      try {
        return await exchange(await discovered(), new URL(url), checks);
      } catch (error) {
        return refuse(error);
      }
    },
  };
}

/** The library is loaded with the first sign-in: most instances have no provider. */
type Service = { client: typeof Client; configuration: Client.Configuration };

async function discover(
  { issuer, clientId, clientSecret }: ProviderSettings,
  fetch: Client.CustomFetch,
): Promise<Service> {
  const client = await import("openid-client");
  const metadata = { [client.clockTolerance]: clockToleranceS };
  const insecure = issuer.startsWith("http:") ? [client.allowInsecureRequests] : [];
  const authentication = authenticateClient(client, clientSecret);
  const configuration = await client.discovery(
    new URL(issuer),
    clientId,
    metadata,
    authentication,
    {
      [client.customFetch]: fetch,
      timeout: timeoutMs / 1000,
      // Verifies the token's signature even though it comes directly from the provider.
      execute: [...insecure, client.enableNonRepudiationChecks],
    },
  );
  return { client, configuration };
}

async function authorizationUrl({ client, configuration }: Service, redirectUri: string) {
  const checks = {
    state: client.randomState(),
    nonce: client.randomNonce(),
    verifier: client.randomPKCECodeVerifier(),
  };
  const url = client.buildAuthorizationUrl(configuration, {
    redirect_uri: redirectUri,
    scope: "openid email profile",
    state: checks.state,
    nonce: checks.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(checks.verifier),
    code_challenge_method: "S256",
  });
  return { url: url.href, checks };
}

async function exchange({ client, configuration }: Service, url: URL, checks: ProviderChecks) {
  const tokens = await client.authorizationCodeGrant(configuration, url, {
    expectedState: checks.state,
    expectedNonce: checks.nonce,
    pkceCodeVerifier: checks.verifier,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  // Strictly conforming providers return the email address only from this endpoint (Core, 5.4).
  const hasMore =
    claims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
  const more = hasMore
    ? await client.fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {};
  return claimsOf({ ...more, ...claims });
}

/** By code instead of class: there may be two copies of a class. */
function refusalOf(error: unknown): ProviderRefusal {
  const { code, error: said, name } = error as { code?: string; error?: string; name?: string };
  if (code === "OAUTH_AUTHORIZATION_RESPONSE_ERROR")
    return said === "server_error" || said === "temporarily_unavailable" ? "unreachable" : "denied";
  // The code was used or has expired.
  if (code === "OAUTH_RESPONSE_BODY_ERROR") return said === "invalid_grant" ? "stale" : "invalid";
  const isSilent =
    name === "TypeError" || code === "OAUTH_TIMEOUT" || code === "OAUTH_RESPONSE_IS_NOT_CONFORM";
  return isSilent || code === "OAUTH_RESPONSE_IS_NOT_JSON" ? "unreachable" : "invalid";
}

type Methods = Pick<
  typeof import("openid-client"),
  "ClientSecretBasic" | "ClientSecretPost" | "None"
>;

/** Client authentication method: the one that the provider declares, otherwise the header. */
function authenticateClient(methods: Methods, secret: string | undefined): ClientAuth {
  if (secret === undefined) return methods.None();
  const [inHeader, inBody] = [methods.ClientSecretBasic(secret), methods.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    // Discovery 1.0, section 3: basic is the default.
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = taken.includes("client_secret_basic") ? inHeader : inBody;
    return authenticate(server, client, body, headers);
  };
}
