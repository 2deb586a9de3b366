import { expect, test } from "vitest";
import { isOtelDisabled, settingNames, unknownSettings } from "./known-settings.ts";

test.each([
  ["SPOOR_BACKUP_FOLDR", "SPOOR_BACKUP_FOLDER"],
  ["SPOOR_BACKUPS_FOLDER", "SPOOR_BACKUP_FOLDER"],
  ["SPOOR_PORT", "PORT"],
  ["SPOOR_DATABASE_URL", "DATABASE_URL"],
  ["SPOOR_SMTP", "SPOOR_SMTP_URL"],
  ["spoor_url", "SPOOR_URL"],
])("%s is not a setting, and %s is nearest", (name, meant) => {
  expect(unknownSettings({ [name]: "4000" })).toEqual([
    `${name} is not a setting. Did you mean ${meant}?`,
  ]);
});

test("a name without a near one is reported alone", () => {
  expect(unknownSettings({ SPOOR_KEY: "a" })).toEqual(["SPOOR_KEY is not a setting."]);
});

test("ignores settings, other programs' variables, and empty ones", () => {
  const all = Object.fromEntries(
    settingNames.map((name) => [name, name === "OTEL_SDK_DISABLED" ? "true" : "x"]),
  );
  expect(unknownSettings({ ...all, NODE_ENV: "production", SPOORS: "x", SPOOR_FOO: "" })).toEqual(
    [],
  );
});

test("reports that the tracing switch has two values", () => {
  expect(unknownSettings({ OTEL_SDK_DISABLED: "ja" })).toEqual([
    "OTEL_SDK_DISABLED is “ja”. Use true or false. Spoor's own traces are recorded.",
  ]);
  for (const value of ["", "true", "TRUE", "false"])
    expect(unknownSettings({ OTEL_SDK_DISABLED: value })).toEqual([]);
  expect([isOtelDisabled("TRUE"), isOtelDisabled("ja"), isOtelDisabled()]).toEqual([
    true,
    false,
    false,
  ]);
});

test("ignores variables of the launcher and Kubernetes", () => {
  const environment = {
    SPOOR_LAUNCHER_PID: "7",
    SPOOR_SERVICE_HOST: "10.0.0.1",
    SPOOR_SERVICE_PORT: "80",
    SPOOR_SERVICE_PORT_HTTP: "80",
    SPOOR_PORT: "tcp://10.0.0.1:80",
    SPOOR_PORT_80_TCP: "tcp://10.0.0.1:80",
    SPOOR_PORT_80_TCP_PROTO: "tcp",
    SPOOR_PORT_80_TCP_PORT: "80",
    SPOOR_PORT_80_TCP_ADDR: "10.0.0.1",
    SPOOR_POSTGRES_SERVICE_HOST: "10.0.0.2",
    SPOOR_POSTGRES_PORT_5432_TCP_ADDR: "10.0.0.2",
  };
  expect(unknownSettings(environment)).toEqual([]);
});
