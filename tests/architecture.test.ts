import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("..", import.meta.url));

/** Folders of `server/storage` for a noun, without engines and shared formats. */
const nouns = readdirSync(join(root, "server/storage"), { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && !["sqlite", "postgres", "layout"].includes(entry.name))
  .map((entry) => `server/storage/${entry.name}`);

/** The engine's contract: `store.ts` and the interface of each noun. */
const contracts = ["server/storage", ...nouns].flatMap((folder) =>
  readdirSync(join(root, folder))
    .filter((name) => /(?:^|-)store\.ts$/.test(name))
    .map((name) => `${folder}/${name}`),
);

/** The services that routes receive: `services.ts` and the types it uses. */
const services = [
  "services.ts",
  "commands",
  "http/served-packages.ts",
  "overview",
  "read",
  "sample-data/sample-data.ts",
].map((place) => `type:server/${place}`);

/**
 * Import rules (server/README.md, app/README.md). A place is a folder or file; a rule names its
 * allowed imports besides itself and packages. `type:` allows types only.
 */
const rules: { place: string; may: string[] }[] = [
  { place: "server/domain", may: [] },
  { place: "server/telemetry", may: [] },
  { place: "app/trace", may: [] },
  { place: "server/ingest", may: ["server/domain"] },
  { place: "server/outgoing", may: ["server/domain"] },
  { place: "server/notify", may: ["server/domain", "type:server/outgoing"] },
  { place: "server/oidc", may: ["server/domain", "server/outgoing"] },
  {
    place: "server/storage/store.ts",
    may: ["server/domain", ...contracts],
  },
  // `sameEngine` restricts imports among themselves.
  { place: "server/storage", may: ["server/domain", "server/threads/give-back.ts"] },
  {
    place: "server/digest",
    may: [
      "server/domain",
      ...contracts,
      "server/threads/give-back.ts",
      "server/telemetry/log.ts",
      "type:server/ingest",
    ],
  },
  {
    place: "server/commands",
    may: [
      "server/domain",
      ...contracts,
      "type:server/notify",
      "type:server/oidc",
      "type:server/outgoing",
    ],
  },
  {
    place: "server/jobs",
    may: [
      "server/domain",
      ...contracts,
      "server/telemetry/log.ts",
      "type:server/notify",
      "type:server/outgoing",
    ],
  },
  {
    place: "server/transfer",
    may: ["server/domain", ...contracts, "server/ingest/sentry/resend.ts", "type:server/digest"],
  },
  { place: "server/move", may: ["server/domain", ...contracts, "server/ingest/otlp/scan/scan.ts"] },
  {
    place: "server/backup",
    may: [
      "server/domain",
      "server/digest/spool/spool-copy.ts",
      "server/ingest/otlp/scan/scan.ts",
      "server/storage/formats.ts",
      "server/storage/sqlite",
    ],
  },
  {
    place: "server/artifacts",
    may: [
      "server/domain",
      ...contracts,
      "server/ingest/artifacts",
      "server/ingest/sentry/stored-body.ts",
      "server/threads/thread-calls.ts",
      "type:server/telemetry/log.ts",
    ],
  },
  {
    place: "server/services.ts",
    may: [
      "server/domain",
      "type:server/artifacts",
      ...services,
      ...contracts,
      "type:server/outgoing",
    ],
  },
  {
    place: "server/config.ts",
    may: [
      "server/domain",
      "server/backup/backup-settings.ts",
      "server/http/http-settings.ts",
      "server/start/known-settings.ts",
      "server/notify/mail-settings.ts",
      "server/oidc/provider-settings.ts",
      "server/start/read-setting.ts",
    ],
  },
  {
    place: "server/http",
    may: [
      "server/domain",
      "server/ingest",
      ...contracts,
      "server/telemetry",
      "server/threads/give-back.ts",
      "type:server/digest",
      ...services,
      "type:server/telemetry/log.ts",
    ],
  },
  { place: "app/ui", may: ["server/domain", "app/enhance", "type:app/context.ts"] },
  { place: "app/enhance", may: ["server/domain", "app/ui"] },
  {
    place: "app/routes",
    may: [
      "app/ui",
      "app/enhance",
      "app/context.ts",
      "app/cookies.ts",
      "app/guard.ts",
      "app/local-path.ts",
      "app/route-table.ts",
      "type:app/root.tsx",
      "server/domain",
      ...services,
      ...contracts.map((path) => `type:${path}`),
    ],
  },
];

/** Tests, fixtures, and measuring programs beside the code, which are not shipped. */
const unshippedFiles = /\.(?:test|fixture|bench|program)\.tsx?$/;

/** The sample data quotes a shop's source and queries. */
const isQuoting = (file: string) => file.startsWith("server/sample-data/");

/** Every rule reads every file. */
const texts = new Map<string, string>();

type Import = { from: string; to: string; typeOnly: boolean };

const files = [...list("app"), ...list("server")];
const imports = files.flatMap(readImports);

test("imports follow the layers downward", () => {
  expect(imports.length).toBeGreaterThan(100);
  expect(imports.filter((each) => !isAllowed(each)).map(sentence)).toEqual([]);
});

test("pages have no SQL and no Express, and the server has no React", () => {
  const sqlite = using(["node:sqlite", "postgres"]).filter(
    ({ file }) => !file.startsWith("server/storage/"),
  );
  const express = using(["express"]).filter(({ file }) => file.startsWith("app/"));
  const react = using(["react", "react-dom"]).filter(
    ({ file }) => file.startsWith("server/") && !isQuoting(file),
  );
  expect({ sqlite, express, react }).toEqual({ sqlite: [], express: [], react: [] });
});

test("only an engine's own files open its database", () => {
  const openedBy = (name: string, engine: Engine) =>
    using([name]).filter(
      ({ file }) => file.startsWith("server/storage/") && engineOf(file) !== engine,
    );
  expect([...openedBy("node:sqlite", "sqlite"), ...openedBy("postgres", "postgres")]).toEqual([]);
});

test("a folder has at most 40 files, tests included", () => {
  const paths = globSync("{app,server,tests}/**", {
    cwd: root,
    withFileTypes: true,
    // Pictures that tests compare are data.
    exclude: ["**/node_modules", "**/build", "**/*.png"],
  })
    .filter((entry) => entry.isFile())
    .map(({ parentPath }) => relative(root, parentPath));
  const byFolder = Map.groupBy(paths, (folder) => folder);
  const full = [...byFolder].filter(([, { length }]) => length > 40).map(([folder]) => folder);
  expect(full, "move the files of a topic into a folder of it").toEqual([]);
});

test("SQL is limited to the storage engines", () => {
  const statement =
    /["'`](?:\s*)(?:SELECT\s+[\w*(]|INSERT\s+INTO|UPDATE\s+\w+\s+SET|DELETE\s+FROM|CREATE\s+TABLE|BEGIN\s+(?:IMMEDIATE|EXCLUSIVE))/;
  const offenders = files.filter(
    (file) =>
      !/^server\/storage\/(?:[\w-]+\/|formats\.ts$)/.test(file) &&
      !isQuoting(file) &&
      statement.test(text(file)),
  );
  expect(offenders).toEqual([]);
});

test("the domain uses no clock, random numbers, or I/O", () => {
  const impure =
    /\bDate\.now\(|\bMath\.random\(|\bnew Date\(\)|\bprocess\.(?:env|argv|cwd|std|hrtime|exit|nextTick|memory)|\bfetch\(/;
  const offenders = files.filter(
    (file) => file.startsWith("server/domain/") && impure.test(code(file)),
  );
  const packages = files
    .filter((file) => file.startsWith("server/domain/"))
    .flatMap((file) => specifiers(file).map((specifier) => ({ file, specifier })))
    .filter(({ specifier }) => specifier.startsWith("node:") && specifier !== "node:crypto");
  expect({ offenders, packages }).toEqual({ offenders: [], packages: [] });
});

test("modules have no state", () => {
  const entries = [
    "server/main.ts",
    "server/threads/worker.ts",
    "server/threads/page-worker.ts",
    "server/threads/artifact-worker.ts",
    "server/start/dev.ts",
  ];
  const offenders = files.filter(
    (file) => !entries.includes(file) && /^(?:export )?(?:let|var) /m.test(text(file)),
  );
  expect(offenders).toEqual([]);
});

test("names are specific", () => {
  const empty = /(?:^|\/)(?:utils?|helpers?|common|misc|lib|types|shared|index)(?:\.tsx?$|\/)/;
  // A route module may be an index route, and the style sheet an index.
  const offenders = files.filter((file) => empty.test(file) && !file.startsWith("app/routes/"));
  expect(offenders).toEqual([]);
});

test("server/DEPENDENCIES.md explains every shipped package and no other", () => {
  type Names = Record<string, string>;
  const { dependencies, optionalDependencies } = JSON.parse(text("package.json")) as Record<
    string,
    Names
  >;
  const table = /# Why each dependency is here\n\n([^]*?)\n\n/.exec(
    text("server/DEPENDENCIES.md"),
  )![1]!;
  const rows = table.split("\n").slice(2);
  const listed = rows.flatMap((row) =>
    [...row.split("|")[1]!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!),
  );
  const covers = (entry: string, name: string) =>
    entry === name || (entry.endsWith("/*") && name.startsWith(entry.slice(0, -1)));
  const names = Object.keys({ ...dependencies, ...optionalDependencies });
  expect(names.filter((name) => !listed.some((entry) => covers(entry, name)))).toEqual([]);
  expect(listed.filter((entry) => !names.some((name) => covers(entry, name)))).toEqual([]);
  expect(rows.filter((row) => (row.split("|")[2] ?? "").trim() === "")).toEqual([]);
});

test("files stay within the size limit", () => {
  const long = files.filter((file) => text(file).split("\n").length > 300);
  expect(long).toEqual([]);
});

function isAllowed({ from, to, typeOnly }: Import): boolean {
  const rule = rules.find(({ place }) => isWithin(from, place));
  if (!rule || isWithin(to, rule.place)) return sameEngine(from, to);
  return rule.may.some((place) =>
    place.startsWith("type:")
      ? typeOnly && isWithin(to, place.slice("type:".length))
      : isWithin(to, place),
  );
}

type Engine = "sqlite" | "postgres";

/**
 * `storage/sqlite/lock.ts` and `storage/issues/list.sqlite.ts` belong to one engine,
 * `storage/people/accounts.ts` to both.
 */
const engineOf = (path: string): Engine | undefined =>
  /^server\/storage\/(?:[\w-]+\/.*\.)?(sqlite|postgres)[./]/.exec(path)?.[1] as Engine | undefined;

/** Engines do not import each other, and shared code imports neither. */
function sameEngine(from: string, to: string): boolean {
  return (
    !from.startsWith("server/storage/") ||
    engineOf(to) === undefined ||
    engineOf(from) === engineOf(to)
  );
}

const isWithin = (path: string, place: string) => path === place || path.startsWith(`${place}/`);

function sentence({ from, to, typeOnly }: Import): string {
  return `${from} imports ${typeOnly ? "types of " : ""}${to}, which lies above it or beside it`;
}

function using(packages: string[]): { file: string; specifier: string }[] {
  return files.flatMap((file) =>
    specifiers(file)
      .filter((specifier) =>
        packages.some((name) => specifier === name || specifier.startsWith(`${name}/`)),
      )
      .map((specifier) => ({ file, specifier })),
  );
}

function readImports(file: string): Import[] {
  const pattern = /^(?:import|export)\s+(type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']/gms;
  return [...text(file).matchAll(pattern)].flatMap(([statement, type, specifier]) => {
    const to = resolve(file, specifier!);
    const names = /\{([^}]*)\}/
      .exec(statement)?.[1]
      ?.split(",")
      .map((name) => name.trim())
      .filter(Boolean);
    const typeOnly =
      type !== undefined ||
      (names !== undefined && names.every((name) => name.startsWith("type ")));
    return to === undefined ? [] : [{ from: file, to, typeOnly }];
  });
}

function specifiers(file: string): string[] {
  return [...text(file).matchAll(/(?:from|import)\s*\(?\s*["']([^"']+)["']/g)].map(
    (match) => match[1]!,
  );
}

/** The path in the repository, or undefined for a package. */
function resolve(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("#")) return specifier.slice(1);
  return specifier.startsWith(".") ? join(dirname(file), specifier) : undefined;
}

function list(folder: string): string[] {
  const entries = readdirSync(join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter(
      (entry) =>
        entry.isFile() && /\.(?:ts|tsx|js)$/.test(entry.name) && !unshippedFiles.test(entry.name),
    )
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
}

/** The source without comments, which may name forbidden things. */
function code(file: string): string {
  return text(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
}

function text(file: string): string {
  let found = texts.get(file);
  if (found === undefined) texts.set(file, (found = readFileSync(join(root, file), "utf8")));
  return found;
}
