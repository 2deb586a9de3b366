import { expect, test } from "vitest";
import { readHttpSettings } from "./http-settings.ts";

test("defaults apply, and connections behind a proxy are kept longer", () => {
  const settings = {
    headMs: 15_000,
    requestMs: 120_000,
    keepAliveMs: 5_000,
    formBytes: 262_144,
    apiBytes: 4_194_304,
  };
  expect(readHttpSettings({})).toEqual(settings);
  expect(readHttpSettings({ SPOOR_TRUST_PROXY: "loopback" })).toEqual({
    ...settings,
    keepAliveMs: 75_000,
  });
});

const variables = [
  "SPOOR_CONNECTIONS",
  "SPOOR_CONNECTIONS_PER_ADDRESS",
  "SPOOR_HEAD_SECONDS",
  "SPOOR_REQUEST_SECONDS",
  "SPOOR_KEEP_ALIVE_SECONDS",
  "SPOOR_FORM_KIB",
  "SPOOR_API_KIB",
];

test.each(variables)("%s is named when it is invalid", (name) => {
  for (const value of ["many", "0", "-1", "1.5", "99999999", "1e9"]) {
    expect(readHttpSettings({ [name]: value })).toEqual({
      wrong: expect.stringMatching(
        new RegExp(`^${name} is “${value}”\\. Use a whole number from 1 to \\d+\\.$`),
      ),
    });
  }
  expect(readHttpSettings({ [name]: " 7 " })).not.toHaveProperty("wrong");
});
