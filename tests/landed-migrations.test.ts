import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import {
  appliedMigrations,
  artifactFormat,
  dayFormat,
  type Format,
  mainFormat,
  postgresFormat,
} from "#server/storage/formats.ts";

const landed: unknown = JSON.parse(
  readFileSync(new URL("./landed-migrations.json", import.meta.url), "utf8"),
);

const present = (format: Format) => ({
  first: format.first,
  migrations: appliedMigrations(format).map(({ checksum }) => checksum),
});

// A file never runs the same migration twice, so editing one leaves installations without the edit,
// and every later start refuses them. Append a migration instead, and add its checksum, as printed
// by this test, to the list.
test("landed migrations are unchanged, and each new one is listed", () => {
  expect(
    {
      main: present(mainFormat),
      day: present(dayFormat),
      artifacts: present(artifactFormat),
      postgres: present(postgresFormat),
    },
    "tests/landed-migrations.json: append only",
  ).toEqual(landed);
});
