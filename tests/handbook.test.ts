import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "#server/cli/run-command.ts";
import { cardinalityLimits } from "#server/domain/cardinality/limits.ts";
import { settingNames } from "#server/start/known-settings.ts";

// Checks server/deploy/README.md, the operator's handbook, and the README that links to it.

const root = join(import.meta.dirname, "..");
const text = (path: string) => readFileSync(join(root, path), "utf8");
const handbook = text("server/deploy/README.md");
const section = (name: string) =>
  new RegExp(`^## ${name}\n([^]*?)(?=^## |$(?![^]))`, "m").exec(handbook)![1]!;

/** Files that read the environment into a Config. */
const readers = [
  "config.ts",
  "start/read-setting.ts",
  "http/http-settings.ts",
  "notify/mail-settings.ts",
  "oidc/provider-settings.ts",
  "backup/backup-settings.ts",
];

const named = /\b(?:SPOOR_[A-Z_]+|DATABASE_URL|OTEL_[A-Z_]+|HOST|PORT)\b/g;

test("the documented settings are those that the server reads, each once", () => {
  const read = readers.flatMap((path) =>
    [...text(`server/${path}`).matchAll(named)].map(([name]) => name),
  );
  // OpenID Connect settings are built from this prefix.
  const isWhole = (name: string) => !name.startsWith("SPOOR_OIDC_");
  const limits = Object.values(cardinalityLimits).flatMap((limit) =>
    "variable" in limit ? [limit.variable] : [],
  );
  const rows = section("Settings")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const listed = rows.flatMap((row) =>
    [...row.split("|")[1]!.matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name!),
  );
  expect(listed.filter(isWhole).toSorted()).toEqual(
    [...new Set([...read, ...limits])].filter(isWhole).toSorted(),
  );
  expect(new Set(listed).size).toBe(listed.length);
  expect(listed.toSorted()).toEqual(settingNames.toSorted());
});

test("the documented commands are those of the command line", () => {
  const rows = section("Commands")
    .split("\n")
    .filter((line) => line.startsWith("| `"));
  const heads = rows.map((row) => row.split("|")[1]!);
  const listed = heads.flatMap((head) =>
    [...head.matchAll(/`([a-z]+(?: [a-z][a-z-]*)?)[^`]*`/g)].map(([, name]) => name!),
  );
  expect(listed.toSorted()).toEqual(["demo", "serve", ...Object.keys(commands)].toSorted());
});

test("the README links to both, and every link between them works", () => {
  const anchors = [...handbook.matchAll(/^#+ (.+)$/gm)].map(([, name]) =>
    name!.toLowerCase().replaceAll(" ", "-"),
  );
  const own = [...handbook.matchAll(/\]\(#([\w-]+)\)/g)].map(([, anchor]) => anchor!);
  const fromReadme = [...text("README.md").matchAll(/server\/deploy\/README\.md#([\w-]+)/g)].map(
    ([, anchor]) => anchor!,
  );
  expect(fromReadme).toEqual(expect.arrayContaining(["settings", "commands"]));
  expect([...own, ...fromReadme].filter((anchor) => !anchors.includes(anchor))).toEqual([]);
  const files = [...handbook.matchAll(/\]\((?!#|http)([^)#]+)/g)].map(([, path]) =>
    join("server/deploy", path!),
  );
  expect(
    files.filter(
      (path) => !readdirSync(join(root, dirname(path))).includes(path.split("/").at(-1)!),
    ),
  ).toEqual([]);
});

test("no documented install uses a package name that Spoor does not own", () => {
  const pages = [
    "README.md",
    "server/deploy/README.md",
    "server/deploy/PACKAGE.md",
    "app/trace/README.md",
  ];
  const installs =
    /\b(?:npm (?:install|i|add)|npx|pnpm (?:add|dlx)|yarn (?:add|dlx)|bunx?(?: add)?)((?: --?[\w-]+)*) (spoor[\w-]*)(?=[\s`]|$)/g;
  const found = pages.flatMap((path) =>
    [...text(path).matchAll(installs)].map(([all]) => `${path}: ${all}`),
  );
  // In a checkout, npx finds the local program.
  expect(found.filter((each) => !each.endsWith("npx spoor"))).toEqual([]);
  expect(text("server/deploy/PACKAGE.md")).not.toContain("npx spoor");
  // Outside a checkout, npx would download that name from the registry.
  const sources = ["app", "server"].flatMap((folder) =>
    globSync(`${folder}/**/*.{ts,tsx}`, { cwd: root }),
  );
  const told = sources.filter((path) => /^(?! *(?:\*|\/[/*])).*npx spoor/m.test(text(path)));
  expect(told).toEqual([]);
});
