import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { Key, Project } from "#server/domain/project/project.ts";
import { defaultSettings } from "#server/domain/project/settings.ts";
import { createSenderDirectory } from "./sender-directory.ts";
import { sendersFile } from "./senders-file.ts";

const folder = mkdtempSync(join(tmpdir(), "spoor-senders-"));
afterEach(() => rmSync(join(folder, "senders.jsonl"), { force: true }));

function senders(count: number) {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const projects = numbers.map((id): Project => ({
    id: id as ProjectId,
    slug: `project-${id}`,
    name: `Project ${id}`,
    platform: "node",
    prefix: "P",
    createdAt: 5,
    firstEventAt: 6,
    settings: { ...defaultSettings, quotas: { eventsPerDay: id } },
  }));
  const keys = projects.map(({ id }): Key => ({
    projectId: id,
    publicKey: `${id}`.padStart(32, "0"),
    label: "Default",
    createdAt: 5,
    lastUsedAt: 7,
    allowedOrigins: ["https://shop.example"],
    eventsPerMinute: 60,
  }));
  return { mark: `mark of ${count}`, keys, projects };
}

const nameOf = (number: number) => `${number}`.padStart(32, "0");

test("keeps admission data of 10,000 projects in memory and on disk", async () => {
  const directory = createSenderDirectory();
  directory.replace(senders(10_000));
  await sendersFile(folder, "db").write(directory);
  const again = createSenderDirectory();
  again.replace((await sendersFile(folder, "db").read())!);
  for (const each of [directory, again])
    expect(each.find(nameOf(9_999))).toMatchObject({
      key: { allowedOrigins: ["https://shop.example"], eventsPerMinute: 60 },
      project: {
        slug: "project-9999",
        settings: { quotas: { eventsPerDay: 9_999 }, scrubbing: { secrets: true } },
      },
    });
  expect(again.mark()).toBe("mark of 10000");
  expect(statSync(join(folder, "senders.jsonl")).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, "senders.jsonl")).size).toBeLessThan(10 * 1024 * 1024);
  expect(readdirSync(folder), "nothing half written is left").toEqual(["senders.jsonl"]);
});

test("keeps the most recently used keys when full", () => {
  const directory = createSenderDirectory(10_000);
  directory.replace(senders(1_000));
  expect(directory.size()).toBeGreaterThan(10);
  expect(directory.size()).toBeLessThan(50);
  expect(directory.find(nameOf(1))).toBeDefined();
  expect(directory.find(nameOf(1_000))).toBeUndefined();
});

test("forgets a revoked key, also on disk at the next write", async () => {
  const directory = createSenderDirectory();
  const all = senders(2);
  directory.replace(all);
  const file = sendersFile(folder, "db");
  await file.write(directory);
  directory.note(nameOf(1), { key: { ...all.keys[0]!, revokedAt: 9 }, project: all.projects[0]! });
  directory.note(nameOf(2), undefined);
  await file.write(directory);
  expect(directory.size()).toBe(0);
  expect(readFileSync(join(folder, "senders.jsonl"), "utf8")).not.toContain(nameOf(1));
});

test("writes nothing while only times of use change", async () => {
  const directory = createSenderDirectory();
  const all = senders(1);
  directory.replace(all);
  const file = sendersFile(folder, "db");
  await file.write(directory);
  const { ino } = statSync(join(folder, "senders.jsonl"));
  directory.note(nameOf(1), {
    key: { ...all.keys[0]!, lastUsedAt: 99 },
    project: all.projects[0]!,
  });
  await file.write(directory);
  expect(statSync(join(folder, "senders.jsonl")).ino).toBe(ino);
});

test("ignores the file of another database, a damaged one, or a missing one", async () => {
  expect(await sendersFile(folder, "db").read()).toBeUndefined();
  const directory = createSenderDirectory();
  directory.replace(senders(3));
  await sendersFile(folder, "db").write(directory);
  expect(await sendersFile(folder, "another").read()).toBeUndefined();
  const text = readFileSync(join(folder, "senders.jsonl"), "utf8");
  writeFileSync(join(folder, "senders.jsonl"), text.slice(0, -20));
  expect(await sendersFile(folder, "db").read()).toBeUndefined();
});
