import { execFileSync, spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";

/** What tests need beyond npm's packages: found when it is there, installed by the system's package manager when not. */
const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @returns {string | undefined} the path of an installed Chromium */
export function findBrowser() {
  return [process.env.SPOOR_TEST_BROWSER, ...browsers].find((path) => path && isExecutable(path));
}

export async function installBrowser() {
  if (!findBrowser()) install("chromium");
}

export async function installPythonSdk() {
  if (!hasPythonSdk()) install("python3-sentry-sdk");
}

/** Whether the system's own Python has the Sentry SDK of the distribution. */
export function hasPythonSdk() {
  return spawnSync("/usr/bin/python3", ["-c", "import sentry_sdk"], { stdio: "ignore" }).status === 0;
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
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
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
