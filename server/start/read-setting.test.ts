import { describe, expect, test } from "vitest";
import { readConfig } from "#server/config.ts";

/** A message about the variable, or the value. */
function wrongOf(environment: NodeJS.ProcessEnv): string {
  try {
    readConfig(environment);
    return "";
  } catch (error) {
    return (error as Error).message;
  }
}

const refused: { [variable: string]: string[] } = {
  PORT: ["abc", "-1", "70000", "1e3", "0x50", "80.5", "123456"],
  SPOOR_URL: [
    "foo",
    "ftp://x",
    "https://x/a b",
    "https://x/?a=b",
    "https://x/#c",
    "https://mira:secret@x",
    "https://",
  ],
  OTEL_EXPORTER_OTLP_ENDPOINT: ["foo", "grpc://collector:4317", "https://x?key=1"],
  DATABASE_URL: [
    "mysql://x",
    "postgres://",
    "postgres:///spoor",
    "postgres://db:99999/x",
    "postgres://a b/x",
    "db/spoor",
  ],
  SPOOR_TRUST_PROXY: [
    "garbage",
    "10.0.0.0/99",
    "loopback,foo",
    "-1",
    "https://proxy",
    "10.0.0.1 10.0.0.2",
  ],
  SPOOR_ALLOW_PRIVATE: ["???", "10.0.0.0/99"],
  SPOOR_SMTP_URL: ["mail.example.com", "smtp://", "https://mail", "smtp://mail:99999"],
  SPOOR_MAIL_FROM: ["foo", "a@b, c@d"],
  SPOOR_SECRET_KEY: ["short"],
  SPOOR_QUEUE_SECONDS: ["0", "x", "-5", "1.5"],
  SPOOR_QUEUE_MIB: ["0", "x"],
  SPOOR_OIDC_ISSUER: ["foo", "http://public.example.com"],
  SPOOR_OIDC_CLIENT_ID: ["spoor"],
  SPOOR_OIDC_CLIENT_SECRET: ["secret"],
  SPOOR_OIDC_ALLOWED_DOMAINS: ["example.com"],
  SPOOR_OIDC_CREATE_USERS: ["yes", "perhaps"],
};

describe("an invalid value is refused with a message that names its variable", () => {
  test.each(Object.entries(refused))("%s", (name, values) => {
    for (const value of values) expect(wrongOf({ [name]: value }), value).toContain(name);
  });
});

test("an invalid switch is refused beside an issuer", () => {
  const provider = {
    SPOOR_OIDC_ISSUER: "https://login.example.com",
    SPOOR_OIDC_CLIENT_ID: "spoor",
  };
  expect(wrongOf({ ...provider, SPOOR_OIDC_CREATE_USERS: "perhaps" })).toContain(
    "SPOOR_OIDC_CREATE_USERS is “perhaps”",
  );
  expect(wrongOf({ ...provider, SPOOR_OIDC_CREATE_USERS: "no" })).toBe("");
});

test("passwords in URLs are not repeated", () => {
  expect(wrongOf({ SPOOR_URL: "https://mira:secret@x" })).not.toContain("secret");
  expect(wrongOf({ DATABASE_URL: "postgres://mira:secret@db:99999/x" })).not.toContain("secret");
  expect(wrongOf({ SPOOR_SMTP_URL: "smtp://mira:secret@mail:99999" })).not.toContain("secret");
});

test.each([
  ["PORT", " 8080 "],
  ["PORT", "0"],
  ["SPOOR_URL", "https://host.example/spoor/"],
  ["DATABASE_URL", "postgres://spoor:p%40ss@db.example.com:5432/spoor?sslmode=require"],
  ["DATABASE_URL", "postgresql://db/spoor"],
  ["DATABASE_URL", "postgres://one.example:5432,two.example:5433/spoor"],
  ["DATABASE_URL", "postgres://[::1]:5432/spoor"],
  ["SPOOR_TRUST_PROXY", "2"],
  ["SPOOR_TRUST_PROXY", "loopback, 10.0.0.0/8, 192.168.0.0/255.255.0.0, ::1"],
  ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://collector:4318"],
])("%s accepts %s", (name, value) => {
  expect(wrongOf({ [name]: value })).toBe("");
});
