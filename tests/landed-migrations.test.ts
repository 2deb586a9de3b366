import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { appliedUpTo } from "#server/storage/layout/applied-migrations.ts";
import { chain as postgresChain } from "#server/storage/postgres/migrations/chain.ts";
import { artifactChain, dayChain, mainChain } from "#server/storage/sqlite/migrations/chain.ts";

const landed = JSON.parse(readFileSync(new URL("./landed-migrations.json", import.meta.url), "utf8")) as Landed;

type Landed = { [chain: string]: string[] };

const chains = { main: mainChain, day: dayChain, artifacts: artifactChain, postgres: postgresChain };

// A file that ran a migration never runs it again: editing one leaves installations without what the edit adds, and every
// later start refuses them. Append a migration instead, and its checksum, as this test prints it, to the list.
test("no migration that has landed is edited, and each new one is on the list", () => {
  const present = Object.entries(chains).map(([name, chain]) => [
    name,
    appliedUpTo(chain, chain.length).map(({ checksum }) => checksum),
  ]);
  expect(Object.fromEntries(present), "tests/landed-migrations.json: append only").toEqual(landed);
});
