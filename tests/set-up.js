import { execFile, execFileSync, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

/** What tests need beyond npm packages: found, or installed by the system's package manager. */
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {string | undefined} the path of an installed Chromium, as users install it */
export function findBrowser() {
  return [process.env.SPOOR_TEST_BROWSER, ...browsers].find((path) => path && isExecutable(path));
}

/**
 * The headless shell of the same engine, which avoids two thirds of the time for opening a few
 * pages (measured: 8 of 28 s).
 */
const shell = "/usr/bin/chromium-headless-shell";

/** @returns {string | undefined} the path of the Chromium for journeys */
export function findJourneyBrowser() {
  return !process.env.SPOOR_TEST_BROWSER && isExecutable(shell) ? shell : findBrowser();
}

/**
 * Measuring tests use a full browser. Debian has the shell too; without it journeys take longer.
 */
export async function installBrowser() {
  if (!findBrowser()) install("chromium");
  if (process.getuid?.() !== 0 || process.env.SPOOR_TEST_BROWSER || isExecutable(shell)) return;
  try {
    install("chromium-headless-shell");
  } catch {
    process.stdout.write("Journeys go through a whole Chromium, which takes twice as long.\n");
  }
}

/** Debian installs versions of PostgreSQL side by side, mostly outside the path. */
const postgresVersions = "/usr/lib/postgresql";

/**
 * @returns {string} the path of one of PostgreSQL's programs, of the newest version, or its bare
 *   name if it is only on the path
 */
export function postgresProgram(name) {
  const versions = existsSync(postgresVersions) ? readdirSync(postgresVersions) : [];
  const paths = versions
    .toSorted((a, b) => Number(b) - Number(a))
    .map((version) => `${postgresVersions}/${version}/bin/${name}`);
  return paths.find(isExecutable) ?? name;
}

/** Tests start their own server or use the one in SPOOR_TEST_DATABASE_URL. */
export async function installPostgres() {
  const isThere = ["postgres", "initdb", "pg_basebackup"].every((name) =>
    hasProgram(postgresProgram(name)),
  );
  if (process.env.SPOOR_TEST_DATABASE_URL || isThere) return;
  startNoCluster();
  install("postgresql");
}

const hasProgram = (path) => spawnSync(path, ["--version"], { stdio: "ignore" }).status === 0;

/** Keeps the package from starting a server on Debian's default port, where permitted. */
function startNoCluster() {
  if (process.getuid?.() !== 0) return;
  mkdirSync("/etc/postgresql-common/createcluster.d", { recursive: true });
  writeFileSync(
    "/etc/postgresql-common/createcluster.d/spoor-tests.conf",
    "create_main_cluster = false\n",
  );
}

/** A real proxy with persistent connections; without it, its tests are skipped. */
export async function installProxy() {
  if (hasProxy() || process.getuid?.() !== 0) return;
  try {
    install("nginx-light");
  } catch {
    process.stdout.write("nginx is not there: the tests behind it are skipped.\n");
  }
}

/** The other proxy of server/deploy; without it, its tests are skipped. */
export async function installCaddy() {
  if (hasCaddy() || process.getuid?.() !== 0) return;
  try {
    install("caddy");
  } catch {
    process.stdout.write("Caddy is not there: the tests behind it are skipped.\n");
  }
}

export const hasCaddy = () => spawnSync("caddy", ["version"], { stdio: "ignore" }).status === 0;

export const hasProxy = () => spawnSync("nginx", ["-v"], { stdio: "ignore" }).status === 0;

/**
 * PgBouncer, which installations with many clients put before PostgreSQL; without it, its test is
 * skipped.
 */
export async function installPooler() {
  if (hasPooler() || process.getuid?.() !== 0) return;
  try {
    install("pgbouncer");
  } catch {
    process.stdout.write("PgBouncer is not there: the test behind it is skipped.\n");
  }
}

export const hasPooler = () =>
  spawnSync("pgbouncer", ["--version"], { stdio: "ignore" }).status === 0;

/**
 * The extension's files for one version of Debian's server (README.md beside them). No package
 * contains them.
 */
const citusFiles = fileURLToPath(new URL("../../shared/citus/", import.meta.url));
const citusServer = "15.20";

/**
 * The folder with the programs of a PostgreSQL that has Citus; undefined without its files or a
 * server of their version. Returns a copy; the installed server stays unchanged.
 *
 * @returns {Promise<string | undefined>}
 */
export async function installCitus() {
  const archive =
    existsSync(citusFiles) && readdirSync(citusFiles).find((name) => name.endsWith(".tar.xz"));
  if (!archive) return undefined;
  const root = join(tmpdir(), `spoor-test-${archive.replace(".tar.xz", "")}`);
  const programs = `${root}/usr/lib/postgresql/15/bin`;
  const isDone = () => existsSync(`${root}/installed`);
  const release = await lock(`${root}.installing`, isDone);
  try {
    if (isDone()) return programs;
    mkdirSync(`${root}/usr`, { recursive: true });
    copyServer(root);
    execFileSync("tar", ["-C", root, "-xJf", `${citusFiles}/${archive}`]);
    execFileSync(`${programs}/postgres`, ["--version"], { stdio: "ignore" });
    writeFileSync(`${root}/installed`, "");
    return programs;
  } catch (error) {
    process.stdout.write(
      `Citus could not be set up: the tests with it are skipped. ${String(error)}\n`,
    );
    return undefined;
  } finally {
    release();
  }
}

/**
 * The installed server if its version matches, or else the package's. A server locates its files
 * relative to its program.
 */
function copyServer(root) {
  const { stdout } = spawnSync("/usr/lib/postgresql/15/bin/postgres", ["--version"], {
    encoding: "utf8",
  });
  if (stdout?.includes(` ${citusServer} `)) {
    const parts = ["usr/lib/postgresql/15", "usr/share/postgresql/15"];
    execFileSync("cp", ["-a", "--parents", ...parts, root], { cwd: "/" });
    return;
  }
  const folder = `${root}/package`;
  mkdirSync(folder, { recursive: true });
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  if (process.getuid?.() === 0) execFileSync("apt-get", ["update"], { stdio: "ignore", env });
  execFileSync("apt-get", ["download", `postgresql-15=${citusServer}-*`], {
    cwd: folder,
    stdio: "ignore",
    env,
  });
  execFileSync("dpkg", ["-x", join(folder, readdirSync(folder)[0]), root]);
}

export async function installPythonSdk() {
  if (!hasPythonSdk()) install("python3-sentry-sdk");
}

/** Whether the system's Python has the distribution's Sentry SDK. */
export function hasPythonSdk() {
  return (
    spawnSync("/usr/bin/python3", ["-c", "import sentry_sdk"], { stdio: "ignore" }).status === 0
  );
}

/** Applications with their own packages, whose versions conflict with ours. */
const apps = ["react-router-app", "remix-app", "vitals-app"].map((name) =>
  fileURLToPath(new URL(name, import.meta.url)),
);

export async function installApps() {
  await Promise.all(apps.map(installApp));
}

/** Time limit of an installation, and age at which a killed one's lock expires. */
const installingMs = 300_000;

/** Runs `npm ci` in a folder whose lock file differs from the last installed one. */
export async function installApp(folder) {
  const packages = `${folder}/node_modules`;
  const note = `${packages}/.installed-lock`;
  const wanted = createHash("sha256")
    .update(readFileSync(`${folder}/package-lock.json`))
    .digest("hex");
  const isInstalled = () => existsSync(note) && readFileSync(note, "utf8") === wanted;
  if (isInstalled()) return;
  const release = await lock(`${folder}/.installing`, isInstalled);
  try {
    if (isInstalled()) return;
    process.stdout.write(`Installing the packages of ${folder} …\n`);
    const words = [
      "ci",
      "--ignore-scripts",
      "--no-audit",
      "--no-fund",
      "--prefer-offline",
      "--loglevel=error",
    ];
    await promisify(execFile)("npm", words, { cwd: folder, timeout: installingMs });
    writeFileSync(note, wanted);
  } finally {
    release();
  }
}

/** Test files run in parallel: one installs or builds while the others wait. */
export async function lock(path, isDone) {
  for (const deadline = Date.now() + installingMs; Date.now() < deadline && !isDone();) {
    try {
      mkdirSync(path);
      return () => rmSync(path, { recursive: true });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  if (!isDone()) rmSync(path, { recursive: true, force: true });
  return () => undefined;
}

function install(name) {
  const root = process.getuid?.() === 0;
  const words = [...(root ? [] : ["sudo", "-n"]), "apt-get"];
  process.stdout.write(`Installing ${name} for the tests …\n`);
  try {
    apt(words, ["update"]);
    apt(words, ["install", "-y", "--no-install-recommends", name]);
  } catch {
    throw new Error(`The tests need ${name}. Install it yourself: sudo apt-get install ${name}`);
  }
}

function apt([command, ...before], words) {
  // Debian starts installed services, except in run level 1.
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" };
  execFileSync(command, [...before, ...words], { stdio: ["ignore", "ignore", "inherit"], env });
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
