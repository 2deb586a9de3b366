import { expect, test } from "vitest";
import { noPrivateAddresses, parseAllowedPrivate } from "#server/domain/net/allowed-private.ts";
import { readProviderSettings } from "./provider-settings.ts";

const basic = {
  SPOOR_OIDC_ISSUER: "https://login.example.com/realm/",
  SPOOR_OIDC_CLIENT_ID: "spoor",
};
const read = (environment: Record<string, string>, allowed = "") =>
  readProviderSettings(environment, parseAllowedPrivate(allowed) as typeof noPrivateAddresses);

test("no settings mean no provider, and an issuer keeps its final slash", () => {
  expect(read({})).toBeUndefined();
  expect(read(basic)).toEqual({
    issuer: basic.SPOOR_OIDC_ISSUER,
    clientId: "spoor",
    name: "login.example.com",
    allowedDomains: [],
    createUsers: false,
  });
});

test("domains match in any case, and accounts for all domains must be enabled", () => {
  const open = { ...basic, SPOOR_OIDC_CREATE_USERS: "yes" };
  expect(read({ ...open, SPOOR_OIDC_ALLOWED_DOMAINS: "Example.com, example.org" })).toMatchObject({
    allowedDomains: ["example.com", "example.org"],
    createUsers: true,
  });
  expect(read(open)).toEqual({ wrong: expect.stringContaining("SPOOR_OIDC_ALLOWED_DOMAINS") });
});

test.each([
  [{ ...basic, SPOOR_OIDC_ISSUER: "login.example.com" }, ""],
  [{ ...basic, SPOOR_OIDC_ISSUER: "http://login.example.com" }, ""],
  [{ ...basic, SPOOR_OIDC_ISSUER: "http://127.0.0.1:4000" }, ""],
  [{ ...basic, SPOOR_OIDC_ISSUER: "http://8.8.8.8" }, "8.8.8.8"],
  [{ SPOOR_OIDC_CLIENT_ID: "spoor" }, ""],
  [{ SPOOR_OIDC_ISSUER: basic.SPOOR_OIDC_ISSUER }, ""],
])("%j is refused with a message", (environment, allowed) => {
  expect(read(environment as Record<string, string>, allowed)).toEqual({
    wrong: expect.stringMatching(/SPOOR_OIDC_/),
  });
});

test("a provider inside the network may skip TLS if allowed", () => {
  const issuer = (SPOOR_OIDC_ISSUER: string) => ({ ...basic, SPOOR_OIDC_ISSUER });
  expect(read(issuer("http://127.0.0.1:4000"), "127.0.0.0/8")).toMatchObject({
    issuer: "http://127.0.0.1:4000",
  });
  expect(read(issuer("http://login.internal"), "login.internal")).toMatchObject({
    issuer: "http://login.internal",
  });
});
