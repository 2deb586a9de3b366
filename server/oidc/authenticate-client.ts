import type { ClientAuth } from "openid-client";

type Methods = Pick<typeof import("openid-client"), "ClientSecretBasic" | "ClientSecretPost" | "None">;

/** How this Spoor proves itself to the service: as the service says it takes it, in the header where it says nothing. */
export function authenticateClient(methods: Methods, secret: string | undefined): ClientAuth {
  if (secret === undefined) return methods.None();
  const [inHeader, inBody] = [methods.ClientSecretBasic(secret), methods.ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    // Discovery 1.0, section 3: basic is the default.
    const taken = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = taken.includes("client_secret_basic") ? inHeader : inBody;
    return authenticate(server, client, body, headers);
  };
}
