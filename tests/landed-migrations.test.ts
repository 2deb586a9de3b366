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

const landed: unknown = JSON.parse(readFileSync(new URL("./landed-migrations.json", import.meta.url), "utf8"));

const present = (format: Format) => ({
  first: format.first,
  migrations: appliedMigrations(format).map(({ checksum }) => checksum),
});

// A file that ran a migration never runs it again: editing one leaves installations without what the edit adds, and every
// later start refuses them. Append a migration instead, and its checksum, as this test prints it, to the list.
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
