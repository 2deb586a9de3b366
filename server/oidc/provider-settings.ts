import { type AllowedPrivate, outgoingUrlFault } from "#server/domain/net/allowed-private.ts";
import { isPublicAddress } from "#server/domain/net/public-address.ts";
import { parseAddress } from "#server/domain/net/address.ts";

/** Configuration of single sign-on: `SPOOR_OIDC_*`. */
export type ProviderSettings = {
  /** As configured, trimmed: a final slash is part of an issuer's name. */
  issuer: string;
  clientId: string;
  clientSecret?: string;
  /** Text on the button: “Sign in with …”. */
  name: string;
  /**
   * Lowercase mail domains whose users may sign in without an invitation. Empty: only users with an
   * account or invitation.
   */
  allowedDomains: string[];
  createUsers: boolean;
};

type Environment = { readonly [name: string]: string | undefined };

/** Undefined: not configured. `wrong`: a message for the operator. */
export function readProviderSettings(
  environment: Environment,
  allowPrivate: AllowedPrivate,
): ProviderSettings | { wrong: string } | undefined {
  const text = (name: string) => environment[`SPOOR_OIDC_${name}`]?.trim() ?? "";
  const [issuer, clientId, clientSecret] = [
    text("ISSUER"),
    text("CLIENT_ID"),
    text("CLIENT_SECRET"),
  ];
  const other = ["CLIENT_ID", "CLIENT_SECRET", "ALLOWED_DOMAINS", "CREATE_USERS"].find(
    (name) => text(name) !== "",
  );
  if (issuer === "" && other === undefined) return undefined;
  if (issuer === "")
    return { wrong: `SPOOR_OIDC_${other} is set, but SPOOR_OIDC_ISSUER is not. Set both.` };
  const allowedDomains = text("ALLOWED_DOMAINS")
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((domain) => domain !== "");
  const createUsers = /^(?:yes|true|1)$/i.test(text("CREATE_USERS"));
  if (!createUsers && !/^(?:no|false|0)?$/i.test(text("CREATE_USERS")))
    return { wrong: `SPOOR_OIDC_CREATE_USERS is “${text("CREATE_USERS")}”. Use yes or no.` };
  const wrong =
    issuerFault(issuer, allowPrivate) ?? fault({ clientId, allowedDomains, createUsers });
  if (wrong !== undefined) return { wrong };
  return {
    issuer,
    clientId,
    allowedDomains,
    createUsers,
    name: text("NAME") || new URL(issuer).hostname,
    ...(clientSecret !== "" && { clientSecret }),
  };
}

/** Names and keys are sent to it: without TLS, it must be at an allowed private address. */
function issuerFault(issuer: string, allowed: AllowedPrivate): string | undefined {
  const asked = "Use the provider's issuer URL, like https://login.example.com";
  if (!URL.canParse(issuer)) return `SPOOR_OIDC_ISSUER is “${issuer}”. ${asked}.`;
  const { protocol, hostname } = new URL(issuer);
  if (protocol === "https:") return undefined;
  const address = parseAddress(hostname);
  const isInside = address ? !isPublicAddress(address) : allowed.hosts.includes(hostname);
  if (protocol === "http:" && isInside && outgoingUrlFault(issuer, allowed) === undefined)
    return undefined;
  return `SPOOR_OIDC_ISSUER is “${issuer}”. ${asked}. To use a URL without TLS, list its host in SPOOR_ALLOW_PRIVATE.`;
}

function fault(
  settings: Pick<ProviderSettings, "clientId" | "allowedDomains" | "createUsers">,
): string | undefined {
  if (settings.clientId === "")
    return "SPOOR_OIDC_ISSUER is set, but SPOOR_OIDC_CLIENT_ID is not. Set both.";
  if (settings.createUsers && settings.allowedDomains.length === 0)
    return "SPOOR_OIDC_CREATE_USERS requires SPOOR_OIDC_ALLOWED_DOMAINS. Set it to the email domains for which accounts are created, or * for all.";
  return undefined;
}
