import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cli, environmentOf } from "#tests/harness/spoor.ts";

// Runs the command line on its own folder without a server.

const bin = fileURLToPath(new URL("../../../server/cli/bin.js", import.meta.url));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "spoor-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));

type Outcome = { code: number; stdout: string; stderr: string };

function run(
  words: string[],
  { program = cli, more = {} }: { program?: string; more?: Record<string, string> } = {},
): Promise<Outcome> {
  const env = environmentOf(folder, { PORT: "3000", ...more });
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...words], { env }, (error, stdout, stderr) => {
      resolve({ code: Number(error?.code ?? 0), stdout, stderr });
    });
  });
}

const data = ({ stdout }: Outcome) => JSON.parse(stdout) as Record<string, unknown>;

describe("spoor", () => {
  test("creates accounts, projects, members, and tokens with stable output", async () => {
    const user = await run([
      "user",
      "create",
      "--email",
      "mira@example.com",
      "--password",
      "correct horse battery",
      "--owner",
    ]);
    expect(data(user)).toMatchObject({ email: "mira@example.com", name: "mira", role: "owner" });
    const project = data(
      await run([
        "project",
        "create",
        "--name",
        "Web shop",
        "--slug",
        "shop",
        "--platform",
        "node",
      ]),
    );
    expect(Object.keys(project)).toEqual([
      "id",
      "slug",
      "name",
      "publicKey",
      "dsn",
      "otlpEndpoint",
    ]);
    expect(project.dsn).toBe(
      `http://${String(project.publicKey)}@localhost:3000/${String(project.id)}`,
    );
    expect(project.otlpEndpoint).toBe(
      `http://localhost:3000/api/${String(project.id)}/integration/otlp`,
    );
    expect(
      data(
        await run([
          "token",
          "create",
          "--user",
          "mira@example.com",
          "--scopes",
          "project:read,event:read",
        ]),
      ),
    ).toEqual({
      token: expect.stringMatching(/^spoor_[\w-]{43}$/),
    });
    await run([
      "user",
      "create",
      "--email",
      "jo@example.com",
      "--password",
      "another long sentence",
    ]);
    const member = await run([
      "member",
      "add",
      "--project",
      "shop",
      "--email",
      "jo@example.com",
      "--role",
      "viewer",
    ]);
    expect(data(member)).toEqual({ project: "shop", email: "jo@example.com", role: "viewer" });
    const users = data(await run(["user", "list", "--json"])).users as { email: string }[];
    expect(users.map(({ email }) => email)).toEqual(["mira@example.com", "jo@example.com"]);
    const projects = data(await run(["project", "list", "--json"])).projects as { slug: string }[];
    expect(projects.map(({ slug }) => slug)).toEqual(["shop"]);
  });

  test("uses SPOOR_URL in DSNs", async () => {
    const { stdout } = await run(["project", "list", "--json"], {
      more: { SPOOR_URL: "https://spoor.example/base/" },
    });
    expect(stdout).toMatch(/"dsn":"https:\/\/[0-9a-f]{32}@spoor\.example\/base\/\d+"/);
  });

  test.each([
    [["project", "create", "--name", "Again", "--slug", "shop"], 1, /is taken.*another/i],
    [["project", "create", "--name", "X", "--slug", "Not A Slug"], 1, /lowercase/],
    [["user", "create", "--email", "x@example.com", "--password", "short"], 1, /at least 12/],
    [
      ["user", "create", "--email", "mira@example.com", "--password", "correct horse battery"],
      1,
      /already/,
    ],
    [
      ["token", "create", "--user", "nobody@example.com", "--scopes", "event:read"],
      1,
      /User nobody@example\.com not found/,
    ],
    [["token", "create", "--user", "mira@example.com", "--scopes", "everything"], 1, /Scopes: /],
    [
      ["token", "create", "--user", "mira@example.com", "--scopes", "evnt:read"],
      1,
      /Did you mean event:read\?/,
    ],
    [
      ["member", "add", "--project", "shop", "--email", "jo@example.com", "--role", "admn"],
      1,
      /Unknown role “admn”\. Did you mean admin\? Roles: /,
    ],
    [
      ["member", "add", "--project", "shop", "--email", "jo@example.com", "--role", "king"],
      1,
      /Roles: /,
    ],
    [["project", "create", "--name", "X"], 2, /requires --slug/],
    [
      ["project", "create", "--colour", "red"],
      2,
      /project create has no option --colour\. Run “spoor project create --help”/,
    ],
    [
      ["project", "create", "--plattform", "node"],
      2,
      /has no option --plattform\. Did you mean --platform\?/,
    ],
    [["user", "list", "--jsn"], 2, /user list has no option --jsn\. Did you mean --json\?/],
    [["backup", "-f"], 2, /backup has no option -f\./],
    [["user", "create", "--email"], 2, /--email needs a value\./],
    [
      ["user", "create", "--email", "--owner"],
      2,
      /--email needs a value\. If the value starts with a hyphen/,
    ],
    [["user", "create", "--owner=yes"], 2, /--owner takes no value\./],
    [["user", "create", "mira@example.com"], 2, /user create doesn't accept “mira@example\.com”/],
    [["backup"], 2, /backup requires FILE\./],
    [
      ["project", "create", "--name", "X", "--slug", "x", "--platform", "nod"],
      1,
      /Unknown platform “nod”\. Did you mean node\?.*react-router, /,
    ],
    [
      ["serve", "--port", "4000"],
      2,
      /serve doesn't accept “--port”\. Settings are environment variables, such as PORT/,
    ],
    [["demo", "now"], 2, /demo doesn't accept “now”/],
    [["--port", "4000"], 2, /unknown option --port\. Settings are environment variables/],
    [["--versoin"], 2, /Did you mean --version\?/],
    [["fly"], 2, /unknown command “fly”\. Run “spoor --help” for a list of commands/],
    [["fly", "--json"], 2, /unknown command “fly”/],
    [["restor", "backup.tar"], 2, /unknown command “restor backup\.tar”\. Did you mean “restore”/],
    [["restor"], 2, /Did you mean “restore”/],
    [["user", "mke"], 2, /unknown command “user mke”/],
    [["user"], 2, /“user” requires a subcommand[\s\S]*spoor user create[\s\S]*spoor user list/],
  ])("%j exits with %i and explains", async (words, code, sentence) => {
    const outcome = await run(words);
    expect(outcome.code).toBe(code);
    expect(outcome.stderr).toMatch(sentence);
    expect(outcome.stderr).not.toMatch(/\n\s+at /);
  });

  test("accepts an option before the command", async () => {
    expect(data(await run(["--json", "user", "list"]))).toHaveProperty("users");
  });

  test("accepts an SDK's own platform name", async () => {
    const words = [
      "project",
      "create",
      "--name",
      "Express",
      "--slug",
      "express",
      "--platform",
      "node-express",
    ];
    expect((await run(words)).code).toBe(0);
  });

  test("doctor and the server log name unknown variables", async () => {
    const more = { SPOOR_BACKUP_FOLDR: "/backups" };
    const sentence = "SPOOR_BACKUP_FOLDR is not a setting. Did you mean SPOOR_BACKUP_FOLDER?";
    const doctor = await run(["doctor"], { more });
    expect(doctor).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`FAIL settings: ${sentence}`),
    });
    const taken = { ...more, PORT: "0", HOST: "203.0.113.7" };
    expect((await run(["serve"], { more: taken })).stdout).toContain(
      `"level":"warn","message":"${sentence}"`,
    );
    expect((await run(["user", "list", "--json"], { more })).stderr).toBe("");
  });

  test("names the setting and creates no folder when the data folder is missing", async () => {
    const elsewhere = join(folder, "elsewhere");
    for (const words of [
      ["user", "list"],
      ["project", "list"],
      ["user", "reset", "--email", "mira@example.com"],
      ["export", "shop.ndjson", "--project", "shop"],
    ]) {
      const outcome = await run(words, { more: { SPOOR_DATA: elsewhere } });
      expect(outcome).toMatchObject({ code: 1, stdout: "" });
      expect(outcome.stderr).toContain(`No Spoor data in ${elsewhere}. Set SPOOR_DATA`);
    }
    const doctor = await run(["doctor"], { more: { SPOOR_DATA: elsewhere } });
    expect(doctor.code).toBe(1);
    expect(doctor.stdout).toContain(
      `FAIL data folder: no Spoor data in ${elsewhere}. Set SPOOR_DATA`,
    );
    expect(existsSync(elsewhere)).toBe(false);
  });

  test("creates a data folder for a valid first account or project, and reports it", async () => {
    const unmade = join(folder, "unmade");
    const more = { SPOOR_DATA: unmade };
    const email = ["user", "create", "--email", "mira@example.com", "--password"];
    for (const words of [
      [...email, "short"],
      ["project", "create", "--name", "X", "--slug", "Not A Slug"],
    ])
      expect(await run(words, { more })).toMatchObject({ code: 1, stdout: "" });
    expect(existsSync(unmade)).toBe(false);
    const made = await run([...email, "correct horse battery"], { more });
    expect(made).toMatchObject({ code: 0, stderr: `spoor: Created the data folder ${unmade}.\n` });
    expect(data(made)).toMatchObject({ email: "mira@example.com" });
    const next = await run(["project", "create", "--name", "Shop", "--slug", "shop"], { more });
    expect(next).toMatchObject({ code: 0, stderr: "" });
    expect((await run(["token", "create", "--help"])).stdout).toContain("the default on a pipe");
  });

  test("move names the unreachable database and the reason", async () => {
    const words = ["move", "--from", folder, "--to", "postgres://spoor:secret@127.0.0.1:1/spoor"];
    const { code, stderr } = await run(words);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/PostgreSQL at 127\.0\.0\.1:1\/spoor: .*ECONNREFUSED/),
    ]);
    expect(stderr).not.toContain("secret");
  });

  test("health connects only to the server of its folder", async () => {
    const { createServer } = await import("node:http");
    const other = createServer((_request, response) => void response.end("{}"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const { port } = other.address() as { port: number };
    const elsewhere = join(folder, "elsewhere");
    const unused = await run(["health"], { more: { PORT: String(port), SPOOR_DATA: elsewhere } });
    expect(unused).toMatchObject({
      code: 1,
      stdout: expect.stringContaining(`No Spoor data in ${elsewhere}`),
    });
    // As a killed server leaves it.
    await writeFile(join(folder, "listening.url"), `http://localhost:${port}\n`);
    const ended = await run(["health", "--json"], { more: { PORT: String(port) } });
    await rm(join(folder, "listening.url"));
    other.close();
    expect(ended.code).toBe(1);
    expect(data(ended)).toMatchObject({
      ready: false,
      detail: `No server is running with the data folder ${folder}.`,
    });
  });

  test.runIf(process.platform === "linux")(
    "exits when the system cannot create a folder",
    async () => {
      for (const words of [["serve"], ["project", "create", "--name", "Shop", "--slug", "shop"]]) {
        const outcome = await run(words, { more: { PORT: "0", SPOOR_DATA: "/proc/x" } });
        const stderr = expect.stringContaining(
          "The folder /proc/x cannot be created. Set SPOOR_DATA",
        );
        expect(outcome).toMatchObject({ code: 1, stderr });
      }
    },
  );

  test("refuses an invalid setting with a message", async () => {
    expect(await run(["user", "list"], { more: { PORT: "high" } })).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/PORT is “high”/),
    });
    expect((await run(["serve"], { more: { SPOOR_URL: "spoor.example" } })).stderr).toMatch(
      /SPOOR_URL/,
    );
  });

  test("doctor checks everything, and help lists every command", async () => {
    const doctor = await run(["doctor", "--json"]);
    expect(doctor.code).toBe(0);
    const { ok, findings } = data(doctor) as { ok: boolean; findings: { check: string }[] };
    expect(ok).toBe(true);
    expect(findings.map(({ check }) => check)).toEqual(
      expect.arrayContaining(["Node", "data folder", "free space", "spoor.db", "queue", "users"]),
    );
    expect((await run(["help"])).stdout).toMatch(
      /serve[\s\S]*user create[\s\S]*project create[\s\S]*token create[\s\S]*doctor/,
    );
  });

  test("help on a partial command lists its commands", async () => {
    for (const words of [
      ["user", "--help"],
      ["help", "user"],
      ["--help", "user"],
    ]) {
      const { code, stdout } = await run(words);
      expect([code, stdout]).toEqual([
        0,
        expect.stringMatching(/^Usage: spoor user create[\s\S]*spoor user reset/),
      ]);
      expect(stdout).not.toContain("project create");
    }
    expect((await run(["--help"])).stdout).toMatch(/user create[\s\S]*doctor/);
    expect(await run(["help", "fly"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("“fly”"),
    });
  });

  test("the launcher runs the build of the current source", async () => {
    expect((await run(["user", "list"], { program: bin })).stdout).toContain("mira@example.com");
  });

  test.runIf(process.platform === "linux")(
    "the launcher applies memory settings to the server and reports its PID",
    async () => {
      const env = environmentOf(folder, { MALLOC_ARENA_MAX: "7" });
      const server = spawn(process.execPath, [bin, "serve"], {
        env,
        stdio: ["ignore", "pipe", "inherit"],
      });
      await new Promise((resolve) => server.stdout.once("data", resolve));
      const [words, settings] = ["cmdline", "environ"].map((name) =>
        readFileSync(`/proc/${server.pid}/${name}`, "utf8"),
      );
      server.kill("SIGTERM");
      expect(await new Promise((resolve) => server.once("exit", resolve))).toBe(0);
      expect(words!.split("\0").slice(1, -1)).toEqual([
        "--max-semi-space-size=8",
        "--heap-growing-percent=110",
        "--no-allocation-site-pretenuring",
        join(dirname(bin), "../../build/server/cli.js"),
        "serve",
      ]);
      expect(settings).toContain("MALLOC_MMAP_THRESHOLD_=1048576");
      // The operator's own setting takes precedence.
      expect(settings).toContain("MALLOC_ARENA_MAX=7");
    },
  );
});

describe("spoor serve exits with an explanation", () => {
  test("on a port in use", async () => {
    const { createServer } = await import("node:http");
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, "127.0.0.1", resolve));
    const { port } = taken.address() as { port: number };
    const unused = await mkdtemp(join(tmpdir(), "spoor-unused-"));
    await chmod(unused, 0o755);
    const outcome = await run(["serve"], { more: { PORT: String(port), SPOOR_DATA: unused } });
    taken.close();
    const sentence = `spoor: Cannot listen on 127.0.0.1:${port}: Another program uses PORT ${port}. Set PORT`;
    expect(outcome).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(sentence),
    });
    expect(outcome.stderr.trim()).not.toContain("\n");
    expect(existsSync(join(unused, "spoor.db"))).toBe(false);
    await rm(unused, { recursive: true });
  });

  test.each([
    { variable: "HOST", value: "203.0.113.7" },
    { variable: "HOST", value: "no.such.host.invalid" },
    { variable: "SPOOR_DATA", value: cli },
    { variable: "SPOOR_TRUST_PROXY", value: "garbage" },
    { variable: "SPOOR_URL", value: "https://spoor.example/?a=b" },
    { variable: "DATABASE_URL", value: "postgres://127.0.0.1:99999/spoor" },
    { variable: "DATABASE_URL", value: "postgres://127.0.0.1:1/spoor" },
    { variable: "SPOOR_FORM_KIB", value: "many" },
  ])("with $variable=$value, naming it", async ({ variable, value }) => {
    const outcome = await run(["serve"], { more: { PORT: "0", [variable]: value } });
    expect(outcome).toMatchObject({ code: 1, stderr: expect.stringContaining(variable) });
    expect(outcome.stderr).not.toMatch(/\n\s+at /);
  });

  test("on a folder of a newer version", async () => {
    const newer = await mkdtemp(join(tmpdir(), "spoor-newer-"));
    const file = new DatabaseSync(join(newer, "spoor.db"));
    file.exec("PRAGMA user_version = 999");
    file.close();
    const outcome = await run(["serve"], { more: { SPOOR_DATA: newer, PORT: "0" } });
    await rm(newer, { recursive: true });
    expect(outcome).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/written by a newer Spoor/),
    });
  });
});

test("every command supports --help and exits with 0", { timeout: 120_000 }, async () => {
  const { stdout } = await run(["--help"]);
  const names = [...stdout.matchAll(/^ {2}([a-z][a-z-]*(?: [a-z][a-z-]*)*)/gm)].map(([, name]) =>
    name!.trim(),
  );
  expect(names).toEqual(
    expect.arrayContaining(["serve", "user create", "token create", "backup", "doctor"]),
  );
  for (const name of names) {
    const outcome = await run([...name.split(" "), "--help"]);
    expect([name, outcome.code, outcome.stderr]).toEqual([name, 0, ""]);
    expect(outcome.stdout).toMatch(new RegExp(`^Usage: spoor ${name}`));
  }
  expect((await run(["help", "user", "create"])).stdout).toMatch(
    /^Usage: spoor user create --email/,
  );
});

test.each([
  [["user", "create", "--json"], 2, "usage"],
  [["nope", "--json"], 2, "usage"],
  [["backup", "--json"], 2, "usage"],
  [["user", "create", "--email", "nobody", "--password", "short", "--json"], 1, "invalid"],
  [["verify", "/no/such/file", "--json"], 1, undefined],
  [["token", "create", "--user", "no@one.example", "--scopes", "nope", "--json"], 1, undefined],
])("an error of %j is one JSON line on standard error", async (words, code, name) => {
  const outcome = await run(words);
  expect([outcome.code, outcome.stdout]).toEqual([code, ""]);
  const error = JSON.parse(outcome.stderr) as unknown;
  expect(error).toEqual({
    detail: expect.any(String),
    code: name ?? expect.any(String),
    causes: expect.any(Array),
  });
});

test("a configuration error is JSON too", async () => {
  const outcome = await run(["user", "list", "--json"], { more: { PORT: "high" } });
  expect([outcome.code, JSON.parse(outcome.stderr)]).toMatchObject([1, { code: "bad-config" }]);
});
