// `npm run check` and `npm test`: runs every step even after a failure and ends with one line of
// totals.
import { execFileSync, spawn } from "node:child_process";
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { readFile, rm } from "node:fs/promises";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  installApps,
  installBrowser,
  installCaddy,
  installCitus,
  installPooler,
  installPostgres,
  installProxy,
  installPythonSdk,
} from "./set-up.js";
import { failuresInPlaywright, failuresInVitest } from "./failures.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const bin = (name) => join(root, "node_modules/.bin", name);
const reports = join(root, "test-results");

/** Time for a runner to exit after its report; one with a leftover process would never exit. */
const endingMs = 30_000;

const httpFiles = (names) => names.map((name) => `tests/http/${name}.test.ts`);

/** HTTP tests that mostly wait: for an outage, a drain, or the next check of files. */
const waiting = httpFiles(["backup/file-watch", "postgres/away", "process/shutdown"]);

/** HTTP tests that measure time, kill busy processes, or use a server's full capacity. */
const timed = httpFiles([
  "alerts/alerts",
  "alerts/deliveries",
  "citus/faults",
  "deploy/behind-nginx",
  "ingest/client-limits",
  "ingest/hostile",
  "ingest/overload",
  "ingest/unread-bodies",
  "pages/live",
  "people/invitations",
  "people/sign-in",
  "people/throttle",
  "postgres/failover",
  "postgres/two-processes",
  "process/durability",
  "process/dying-threads",
  "source-maps/hostile",
  "traces/heavy",
]);

/**
 * These tests mostly wait: two at a time leave half of two processors idle (measured: 390 s of work
 * took 388 s).
 */
const oneMore = `--maxWorkers=${availableParallelism() + 1}`;
const others = [oneMore, ...[...timed, ...waiting].map((path) => `--exclude=${path}`)];

/** Both read all types, in Go, whose collector takes a tenth of their CPU by default (measured). */
const rarelyCollected = { GOGC: "800" };

/** `tell` receives the step's output; without it the step writes directly. */
const steps = {
  types: (tell) => command(tell, "npm", ["run", "--silent", "typecheck"], rarelyCollected),
  lint: (tell) =>
    command(tell, bin("oxlint"), ["--type-aware", "app", "server", "tests"], rarelyCollected),
  format: (tell) => command(tell, bin("oxfmt"), ["--check"]),
  unit: () => vitest("unit", "unit"),
  fuzz: () => vitest("fuzz", "fuzz"),
  storage: () => vitest("storage", "storage", [oneMore]),
  build: (tell) => command(tell, process.execPath, [join(root, "server/start/build.js")]),
  pack: async (tell) => {
    const result = await command(tell, process.execPath, [join(root, "server/start/pack.js")]);
    if (result.failed === 0) process.env.SPOOR_TEST_PACKAGE = unpacked();
    return result;
  },
  http: () => vitest("http", "http", others),
  waiting: (tell) => vitest("waiting", "http", waiting, tell),
  timed: () => vitest("timed", "http", timed),
  clients: async (tell) => {
    await apps;
    return vitest("clients", "clients", [oneMore], tell);
  },
  e2e: () => playwright(),
};

/**
 * Stages run one after another, each with parallel lanes: steps that read only the source, or wait
 * for a clock or an SDK, use the time that other tests leave idle. Tests that measure response
 * times run alone.
 */
const source = ["types", "lint", "format"];
const alone = (name) => [[name]];
const plans = {
  check: [[["unit"], source]],
  all: [
    [
      ["unit", "fuzz", "storage"],
      [...source, "pack"],
    ],
    [["http"], ["waiting"]],
    ...["clients", "timed", "e2e"].map(alone),
  ],
};

const stages = plans[process.argv[2]] ?? process.argv.slice(2).map(alone);
const plan = stages.flat(2);
if (plan.length === 0 || plan.some((name) => !steps[name])) {
  process.stderr.write(
    `Say what to run: ${Object.keys(plans).join(", ")}, or any of ${Object.keys(steps).join(", ")}.\n`,
  );
  process.exit(2);
}
if (plan.includes("e2e") || plan.includes("clients")) await installBrowser();
if (plan.includes("clients")) await installPythonSdk();
if (plan.includes("http") || plan.includes("timed")) {
  await installProxy();
  await installCaddy();
  await installPooler();
}
if (["storage", "http", "timed", "clients", "e2e"].some((name) => plan.includes(name)))
  await installPostgres();

if (["storage", "http"].some((name) => plan.includes(name)) && !(await installCitus()))
  process.stdout.write(
    "Citus is not there (../shared/citus): the tests on a cluster are skipped.\n",
  );

await rm(reports, { recursive: true, force: true });
// Takes half a minute in a fresh checkout, which the first stages need not wait for. If it fails,
// the tests of these applications report it.
const apps = plan.includes("clients")
  ? installApps().catch((error) => process.stderr.write(`${error}\n`))
  : undefined;
const sums = { passed: 0, failed: 0, skipped: 0 };
const named = { failed: [], slipped: [] };
for (const [first, ...beside] of stages)
  await Promise.all([inTurn(first), ...beside.map((names) => inTurn(names, { isQuiet: true }))]);
list("Passed only at the second try, to be mended:", "flaky", named.slipped);
list("Failed:", "failed", named.failed);
const skipped = sums.skipped > 0 ? `, ${sums.skipped} skipped` : "";
process.stdout.write(`\n${sums.passed} passed, ${sums.failed} failed${skipped}\n`);
process.exit(sums.failed === 0 ? 0 : 1);

/** Unpacks the result of `npm run pack` outside the checkout. */
function unpacked() {
  const folder = mkdtempSync(join(tmpdir(), "spoor-package-"));
  // Some tests run it as another user.
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
  execFileSync("tar", ["xzf", join(root, `build/package/spoor-${version}.tgz`), "-C", folder]);
  return join(folder, "package");
}

/** Output of quiet steps is printed at their end. */
async function inTurn(names, { isQuiet = false } = {}) {
  for (const name of names) await perform(name, isQuiet);
}

async function perform(name, isQuiet) {
  const startedAt = performance.now();
  const said = [];
  const result = await steps[name](isQuiet ? (chunk) => said.push(chunk) : undefined);
  for (const key of Object.keys(sums)) sums[key] += result[key] ?? 0;
  const { failed = [], slipped = [] } = result.named ?? {};
  named.slipped.push(...slipped);
  // A step without tests and a runner that fails despite passing tests count as one failure.
  named.failed.push(...(result.failed > 0 && failed.length === 0 ? [name] : failed));
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const outcome = result.failed === 0 ? "passed" : "FAILED";
  for (const chunk of said) process.stdout.write(chunk);
  process.stdout.write(`── ${name}: ${outcome} in ${seconds} s\n`);
}

function list(heading, word, lines) {
  if (lines.length > 0)
    process.stdout.write(`\n${heading}\n${lines.map((line) => `${word}: ${line}\n`).join("")}`);
}

/** A step without a count of tests. */
async function command(tell, path, words, environment) {
  const code = await run(path, words, { tell, environment });
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

async function vitest(name, project, more = [], tell) {
  const file = join(reports, `${name}.json`);
  const words = ["run", "--config", "tests/vitest.config.ts", "--project", project, ...more];
  const code = await run(
    bin("vitest"),
    [...words, "--reporter=default", "--reporter=json", `--outputFile.json=${file}`],
    { report: file, tell },
  );
  return counted(code, file, (report) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
    skipped: report.numPendingTests,
    named: failuresInVitest(report, root),
  }));
}

async function playwright() {
  const file = join(reports, "e2e.json");
  const environment = { PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const words = ["test", "--config", "tests/playwright.config.ts"];
  const code = await run(bin("playwright"), words, { environment, report: file });
  return counted(code, file, (report) => ({
    passed: report.stats.expected + report.stats.flaky,
    failed: report.stats.unexpected,
    skipped: report.stats.skipped,
    named: failuresInPlaywright(report),
  }));
}

/** The runner's own count; a runner that failed without a failed test counts as one. */
async function counted(code, file, read) {
  const report = await readFile(file, "utf8").then(JSON.parse, () => undefined);
  await rm(file, { force: true });
  if (!report) return { passed: 0, failed: 1 };
  const counts = read(report);
  const ran = counts.passed + counts.failed > 0;
  return { ...counts, failed: counts.failed || (code === 0 && ran ? 0 : 1) };
}

function run(path, words, { environment = {}, report, tell }) {
  const env = { ...process.env, ...environment, NO_COLOR: "1", FORCE_COLOR: undefined };
  const output = tell ? "pipe" : "inherit";
  const child = spawn(path, words, { cwd: root, stdio: ["ignore", output, output], env });
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", tell);
  let ending;
  const watch = setInterval(() => {
    if (report && existsSync(report)) ending ??= setTimeout(() => child.kill("SIGKILL"), endingMs);
  }, 1_000);
  return new Promise((resolve) => {
    // Its last output may follow its exit.
    child.on(tell ? "close" : "exit", (code) => {
      clearInterval(watch);
      clearTimeout(ending);
      // A runner stopped here has reported its tests already.
      resolve(code ?? (ending ? 0 : 1));
    });
  });
}
