import { mkdtempSync, readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Config } from "#server/config.ts";
import type { Quotas } from "#server/digest/intake/quotas.ts";
import { readConfig } from "#server/config.ts";
import { defaultSettings, settingsFrom } from "#server/domain/project/settings.ts";
import type { OpenedStore } from "#server/storage/store.ts";
import { startAdmission } from "./admission.ts";

const quotas = { known: () => [], prepare: async () => undefined } as unknown as Quotas;

function parts(config: Config, store: object) {
  const never = () => expect.fail("It is not away.");
  return { store: store as OpenedStore, config, elapsed: () => 0, onAway: never, onBack: never };
}

const off = defaultSettings.filters;

test("a data folder has no outages and no file for them", async () => {
  const folder = mkdtempSync(join(tmpdir(), "spoor-admission-"));
  const projects = { list: async () => [], byKey: async () => undefined };
  const admission = await startAdmission(parts(readConfig({ SPOOR_DATA: folder }), { projects }));
  await admission.refresh({ cursor: { segment: 1, offset: 2 }, quotas });
  expect(admission.known.isAway()).toBe(false);
  expect(readdirSync(folder)).toEqual([]);
});

test("the next process starts with the previous one's file, without its database", async () => {
  const folder = mkdtempSync(join(tmpdir(), "spoor-admission-"));
  const config = readConfig({
    SPOOR_DATA: folder,
    DATABASE_URL: "postgres://spoor:one@db.example/spoor",
  });
  const key = { projectId: 1, publicKey: "k", label: "", createdAt: 0, allowedOrigins: [] };
  const project = {
    id: 1,
    slug: "shop",
    settings: settingsFrom({ filters: { ...off, messages: ["*noise*"] } }),
  };
  const senders = async () => ({ mark: "1", keys: [key], projects: [project] });
  const first = await startAdmission(
    parts(config, { admission: { senders, answers: async () => undefined } }),
  );
  await first.refresh({ cursor: { segment: 4, offset: 2 }, quotas });

  const gone = async () =>
    Promise.reject(Object.assign(new Error("No answer."), { code: "database-away" }));
  const outages: unknown[] = [];
  const without = { admission: { senders: gone, answers: gone } };
  const changed = {
    ...config,
    databaseUrl: "postgres://spoor:another@db.example/spoor?sslmode=require",
  };
  const second = await startAdmission({
    ...parts(changed, without),
    onAway: (outage) => void outages.push(outage),
  });
  expect(outages).toEqual([{ takesEvents: true }]);
  expect(second.known.find("k")).toEqual({ key, project });
  expect(second.before?.cursor).toEqual({ segment: 4, offset: 2 });

  const elsewhere = { ...config, databaseUrl: "postgres://spoor:one@other.example/spoor" };
  await expect(
    startAdmission(parts(elsewhere, without)),
    "that is another database",
  ).rejects.toThrow("No answer.");
});
