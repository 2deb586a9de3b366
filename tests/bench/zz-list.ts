import { existsSync } from "node:fs";
import { openSqliteStore } from "#server/storage/sqlite/open.ts";
import { seedIssues } from "./seed-issues.ts";
import { issueSorts } from "#server/storage/store.ts";
const n = Number(process.argv[2]);
const folder = `/tmp/spoor-seed-${n}`;
const now = Date.UTC(2026, 10, 21, 12);
const fresh = !existsSync(folder);
const store = await openSqliteStore(folder, { recover: true });
if (fresh) {
  const t = performance.now();
  const p: any = await store.projects.create({
    name: "Shop",
    slug: "shop",
    platform: "node",
    prefix: "SHOP",
    publicKey: "k",
    createdAt: 1,
  });
  await seedIssues(store, { project: p, issues: n, now });
  console.log("seeded", n, "in", ((performance.now() - t) / 1000).toFixed(1), "s");
}
const p: any = await store.projects.bySlug("shop");
const day = 86400000;
const cases: Record<string, any> = {
  all: {},
  open: { states: ["open"] },
  regressed: { states: ["regressed"] },
  resolved: { states: ["resolved"] },
  ignored: { states: ["ignored"] },
  "new,ignored": { states: ["new", "ignored"] },
  fatal: { levels: ["fatal"] },
  "open fatal": { states: ["open"], levels: ["fatal"] },
  "regressed debug": { states: ["regressed"], levels: ["debug"] },
  production: { environment: "production" },
  staging: { environment: "staging", states: ["open"] },
  preview: { environment: "preview-7" },
  "word TypeError": { words: ["typeerror"] },
  "word cart": { words: ["cart"], states: ["open"] },
  cart123: { words: ["cart123"] },
  "two words": { words: ["invoice44", "refused"] },
  "word none": { words: ["zebra"] },
  "word id": { words: ["abc"] },
  "short ca": { words: ["ca"] },
  "short none": { words: ["qü"] },
  "since 24h": { since: now - day },
  "since 1h": { since: now - 3600000, states: ["open"] },
  "until -200d": { until: now - 200 * day },
  "until old+since": { until: now - 25 * day, since: now - 26 * day },
  "until ancient": { until: now - 320 * day },
  "staging 24h cart": { environment: "staging", since: now - day, words: ["cart"], states: ["open"] },
};
const p95 = (a: number[]) => a.toSorted((x, y) => x - y)[Math.floor(a.length * 0.95)]!;
const lines: string[] = [];
for (const [name, { states = [], levels = [], words = [], ...rest }] of Object.entries(cases)) {
  const cells = [];
  for (const sort of issueSorts) {
    let got = 0;
    const times: number[] = [];
    for (let i = 0; i < 9; i++) {
      const t = process.cpuUsage();
      const page = await store.issues.list({
        projectId: p.id,
        query: { states, levels, words },
        sort,
        limit: 50,
        ...rest,
      });
      const u = process.cpuUsage(t);
      times.push((u.user + u.system) / 1000);
      got = page.rows.length;
    }
    cells.push(
      times
        .toSorted((x, y) => x - y)[4]!
        .toFixed(1)
        .padStart(7) + ` (${got})`,
    );
  }
  lines.push(name.padEnd(18) + cells.join(" "));
}
console.log("".padEnd(18) + issueSorts.join("  "));
console.log(lines.join("\n"));
const t = performance.now();
for (let i = 0; i < 100; i++) await store.issues.counts(p.id, "production");
console.log("counts ms", (performance.now() - t) / 100);
await store.close();
