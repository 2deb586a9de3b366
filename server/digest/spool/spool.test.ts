import { appendFile, mkdir, mkdtemp, open, readdir, rm, stat, truncate } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ProjectId } from "#server/domain/ids.ts";
import type { SpoolRecord } from "./record.ts";
import { cursorAfter, openSpool, readEntries, type SpoolEntry } from "./spool.ts";

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), "spoor-spool-"))));
afterEach(async () => rm(folder, { recursive: true }));

function record(text: string): SpoolRecord {
  const head = {
    projectId: 1 as ProjectId,
    method: "POST",
    url: "/",
    headers: {},
    receivedAt: 5,
    remoteAddress: "::1",
  };
  return { head, body: Buffer.from(text) };
}

const text = (record: SpoolRecord | "damaged") =>
  record === "damaged" ? record : Buffer.from(record.body).toString();

async function read(entries: SpoolEntry[]) {
  const records: (SpoolRecord | "damaged")[] = [];
  for await (const each of readEntries(folder, entries)) records.push(each);
  return records;
}

test("appended records wait, in order, after a restart", async () => {
  const spool = await openSpool(folder);
  await Promise.all(["a", "b", ""].map((each) => spool.append(record(each))));
  await spool.close();
  const again = await openSpool(folder);
  expect(again.waiting).toHaveLength(3);
  const records = await read(again.waiting);
  expect(records.map(text)).toEqual(["a", "b", ""]);
  expect(records[0]).toMatchObject({ head: { receivedAt: 5 } });
  await again.close();
});

/** Enough time to create the next segment, or for a segment to exceed its age. */
const moment = () => setTimeout(60);

test("keeps only records beyond the cursor and deletes finished segments", async () => {
  const spool = await openSpool(folder, undefined, { segmentBytes: 10 });
  await moment();
  const first = await spool.append(record("first"));
  await moment();
  const second = await spool.append(record("second"));
  await spool.close();
  expect(second.segment).toBeGreaterThan(first.segment);
  const again = await openSpool(folder, cursorAfter(first));
  expect(again.waiting).toEqual([second]);
  expect(await readdir(folder)).not.toContain(nameOf(first));
  expect(await readdir(folder)).toContain(nameOf(second));
  await again.release(cursorAfter(second));
  expect(await readdir(folder)).not.toContain(nameOf(second));
  await again.close();
  expect(await readdir(folder)).toEqual([]);
});

const nameOf = ({ segment }: SpoolEntry) => `${String(segment).padStart(8, "0")}.spool`;

test("deletes the last record soon after it is digested, without further records", async () => {
  const spool = await openSpool(folder, undefined, { segmentMs: 20 });
  const only = await spool.append(record("the only one"));
  await spool.release(cursorAfter(only));
  const bytes = async () => {
    const sizes = await Promise.all(
      (await readdir(folder)).map(async (name) => (await stat(join(folder, name))).size),
    );
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  await expect.poll(bytes).toBe(0);
  const after = await spool.append(record("after"));
  expect((await read([after])).map(text)).toEqual(["after"]);
  await spool.close();
});

test("keeps undigested records when closed", async () => {
  const spool = await openSpool(folder, undefined, { segmentBytes: 10 });
  const entries = [];
  for (const each of ["a", "b", "c", "d"]) {
    entries.push(await spool.append(record(each)));
    await moment();
  }
  await spool.release(cursorAfter(entries[1]!));
  await spool.close();
  const again = await openSpool(folder, cursorAfter(entries[1]!));
  expect((await read(again.waiting)).map(text)).toEqual(["c", "d"]);
  await again.close();
});

test("continues in its segment while the next one cannot be created", async () => {
  const spool = await openSpool(folder, undefined, { segmentBytes: 10 });
  await moment();
  // The third is at the position of the next but one.
  await mkdir(join(folder, "00000003.spool"));
  const entries = [];
  for (const each of ["a", "b", "c"]) entries.push(await spool.append(record(each)));
  await moment();
  entries.push(await spool.append(record("d")), await spool.append(record("e")));
  expect((await read(entries)).map(text)).toEqual(["a", "b", "c", "d", "e"]);
  expect(entries.at(-1)!.segment).toBeGreaterThan(3);
  await spool.close();
  await rm(join(folder, "00000003.spool"), { recursive: true });
});

test.each(["a torn tail", "a damaged byte"])(
  "%s is reported and never read as a record",
  async (damage) => {
    const spool = await openSpool(folder);
    const kept = await spool.append(record("kept"));
    const last = await spool.append(record("last"));
    await spool.close();
    const path = join(folder, "00000001.spool");
    if (damage === "a torn tail") await truncate(path, cursorAfter(last).offset - 2);
    else {
      await truncate(path, cursorAfter(last).offset - 2);
      await appendFile(path, "xx");
    }
    const told: [string, number][] = [];
    const again = await openSpool(folder, undefined, {
      onTorn: ({ offset }) => told.push(["a torn tail", offset]),
      onDamaged: ({ offset }) => void told.push(["a damaged byte", offset]),
    });
    expect(again.waiting).toEqual([kept]);
    expect(told).toEqual([[damage, last.offset]]);
    const after = await again.append(record("after"));
    expect((await read([kept, after])).map(text)).toEqual(["kept", "after"]);
    await again.close();
  },
);

test("requests that arrive during a commit share the next one", async () => {
  const spool = await openSpool(folder);
  const entries = await Promise.all(
    Array.from({ length: 500 }, (_, i) => spool.append(record(`body ${i}`))),
  );
  expect(entries.map((entry) => entry.offset)).toEqual(
    entries.map((entry) => entry.offset).toSorted((a, b) => a - b),
  );
  const records = await read(entries);
  expect(records.map(text)).toEqual(entries.map((_, i) => `body ${i}`));
  await spool.close();
});

test("a damaged record is separated from its neighbors", async () => {
  const spool = await openSpool(folder);
  const [first, second, third] = await Promise.all(
    ["one", "two", "three"].map((each) => spool.append(record(each))),
  );
  await spool.close();
  const file = await open(join(folder, "00000001.spool"), "r+");
  await file.write(Buffer.from("x"), 0, 1, cursorAfter(second!).offset - 1);
  await file.close();
  expect((await read([first!, second!, third!])).map(text)).toEqual(["one", "damaged", "three"]);
});

test("a backlog with more records than a call takes arguments is read completely", async () => {
  const spool = await openSpool(folder);
  const count = 150_000;
  await Promise.all(Array.from({ length: count }, () => spool.append(record(""))));
  await spool.close();
  const again = await openSpool(folder);
  expect(again.waiting.length).toBe(count);
  await again.close();
}, 20_000);

test("a damaged record loses only itself, and the gap is reported", async () => {
  const spool = await openSpool(folder);
  const entries = await Promise.all(
    ["first", "second", "third"].map((each) => spool.append(record(each))),
  );
  await spool.close();
  const file = await open(join(folder, "00000001.spool"), "r+");
  await file.write(Buffer.from("!!!!"), 0, 4, entries[1]!.offset);
  await file.close();
  const holes: unknown[] = [];
  const again = await openSpool(folder, undefined, { onDamaged: (hole) => void holes.push(hole) });
  expect((await read(again.waiting)).map(text)).toEqual(["first", "third"]);
  const { offset, byteLength } = entries[1]!;
  expect(holes).toEqual([{ segment: 1, offset, lostBytes: byteLength }]);
  await again.close();
});
