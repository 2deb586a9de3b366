import { expect, test } from "vitest";
import { secrecyOf } from "./secret-key.ts";

const secrets = [
  "password",
  "Password",
  "userPassword",
  "db_password",
  "passwd",
  "MYSQL_PWD",
  "pwd",
  "new-password-confirmation",
  "secret",
  "client_secret",
  "SECRET_KEY",
  "AWS_SECRET_ACCESS_KEY",
  "secrets",
  "passphrase",
  "dbPass",
  "smtp_pass",
  "token",
  "access_token",
  "accessToken",
  "csrfmiddlewaretoken",
  "X-CSRF-Token",
  "xsrf",
  "refreshToken",
  "idToken",

  "Authorization",
  "Proxy-Authorization",
  "authorization",
  "x-auth",
  "auth",
  "X-Api-Key",
  "apiKey",
  "APIKEY",
  "api_key",
  "cookie",
  "Cookie",
  "Set-Cookie",
  "credentials",
  "privateKey",
  "private_key",
  "encryption_key",
  "signing-key",
  "credit_card",
  "cardNumber",
  "cvv",
  "jwt",
  "connectionString",
];

const weak = [
  "session",
  "sessionid",
  "session_id",
  "PHPSESSID",
  "JSESSIONID",
  "connect.sid",
  "sessionKey",
];

const harmless = [
  "token_count",
  "max_tokens",
  "prompt_tokens",
  "total_tokens",
  "tokenizer",
  "token_type",
  "author",
  "authority",

  "authenticated",
  "authorized",
  "oauth_provider",
  "passenger",
  "passed",
  "bypass_cache",
  "compass",
  "password_length",

  "password_reset_at",
  "cookies_enabled",
  "cookie_consent",
  "secret_count",
  "credential_type",
  "keyboard",
  "primary_key",

  "public_key",
  "keyId",
  "cache_key",
  "sessions",
  "session_count",
  "session_duration_ms",
  "session.id",
  "PWD",
  "OLDPWD",
  "assessment",
  "obsession",
  "api_url",
  "api_version",
  "signal",
  "assigned_to",
  "discard",
  "cards",
  "access_level",

  "side",
  "inside",
  "accessibility",
  "description",
  "privilege",
  "private",
  "message",
  "value",
  "name",
  "id",
  "url",
];

test.each(secrets)("%s is a secret", (name) => {
  expect(secrecyOf(name)).toBe("strong");
});

test.each(weak)("%s is a secret in machine-filled fields", (name) => {
  expect(secrecyOf(name)).toBe("weak");
});

test.each(harmless)("%s is not a secret", (name) => {
  expect(secrecyOf(name)).toBeUndefined();
});
