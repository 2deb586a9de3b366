import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider } from "oidc-provider";
import { visit, type Visitor } from "#tests/harness/visitor.ts";

/** The user at the browser as the provider knows them. */
export type Known = {
  sub: string;
  email?: string;
  email_verified?: unknown;
  name?: string;
  amr?: string[];
};

/** A real OpenID provider on its own port. It signs in the `present` user without input. */
export type IdentityProvider = {
  issuer: string;
  environment: Record<string, string>;
  present: Known;
  /** When true, calls of servers get 503. */
  isDown: boolean;
  /** Follows the provider's pages from Spoor's redirect to the redirect back. */
  pass(location: string): Promise<string>;
  close(): Promise<void>;
};

const client = { id: "spoor", secret: "a secret of at least 32 characters" };

/** `origins` are the instances that may redirect here. */
export async function startIdentityProvider(origins: string[]): Promise<IdentityProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const issuer = `http://127.0.0.1:${port}`;
  const self: IdentityProvider = {
    issuer,
    present: { sub: "nobody" },
    isDown: false,
    environment: {
      SPOOR_OIDC_ISSUER: issuer,
      SPOOR_OIDC_CLIENT_ID: client.id,
      SPOOR_OIDC_CLIENT_SECRET: client.secret,
      SPOOR_OIDC_NAME: "Example Login",
      SPOOR_ALLOW_PRIVATE: "127.0.0.0/8",
    },
    pass: (location) => follow(visit(issuer), location, issuer),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const provider = makeProvider(issuer, origins, () => self.present);
  const answer = provider.callback();
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    if (self.isDown) return response.writeHead(503).end("down");
    if (!request.url!.startsWith("/interaction/")) return answer(request, response);
    const { sub: accountId, amr } = self.present;
    return provider.interactionFinished(request, response, {
      login: { accountId, ...(amr && { amr }) },
    });
  };
  server.on("request", (request, response) => void handle(request, response));
  return self;
}

function makeProvider(issuer: string, origins: string[], present: () => Known): Provider {
  return new Provider(issuer, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        grant_types: ["authorization_code"],
        redirect_uris: origins.map((origin) => `${origin}/login/oidc/callback`),
      },
    ],
    claims: { openid: ["sub", "amr"], email: ["email", "email_verified"], profile: ["name"] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    cookies: { keys: ["a key of the tests"] },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: () => ({ ...present(), sub: accountId }),
    }),
    async loadExistingGrant({ oidc }) {
      const grant = new oidc.provider.Grant({
        clientId: client.id,
        accountId: oidc.session!.accountId!,
      });
      grant.addOIDCScope("openid email profile");
      await grant.save();
      return grant;
    },
  });
}

async function follow(browser: Visitor, location: string, issuer: string): Promise<string> {
  let at = location;
  for (let hop = 0; new URL(at, issuer).origin === issuer && hop < 10; hop++) {
    const page = await browser.get(at);
    if (page.location === null)
      throw new Error(`The service answered ${page.status}: ${page.text}`);
    at = page.location;
  }
  return at;
}
