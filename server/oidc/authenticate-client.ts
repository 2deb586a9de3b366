import { type ClientAuth, ClientSecretBasic, ClientSecretPost, None } from "openid-client";

/** How this Spoor proves itself to the service: as the service says it takes it, in the header where it says nothing. */
export function authenticateClient(secret: string | undefined): ClientAuth {
  if (secret === undefined) return None();
  const [inHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    // Discovery 1.0, section 3: basic is the default.
    const methods = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const authenticate = methods.includes("client_secret_basic") ? inHeader : inBody;
    return authenticate(server, client, body, headers);
  };
}
