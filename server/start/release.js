// `npm run release`: every check before a release, in order, then the tag. Publishes nothing:
// pushing the tag does (.github/workflows/release.yml). `-- --skip=tests,managers` skips steps and
// creates no tag. NODES lists additional Node versions to try.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { zstdDecompressSync } from "node:zlib";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = join(root, "build/package");
const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const skipped = (
  process.argv.find((word) => word.startsWith("--skip="))?.slice("--skip=".length) ?? ""
).split(",");
const tag = `v${version}`;

const text = (path) => readFileSync(join(root, path), "utf8");
const git = (...words) => execFileSync("git", words, { cwd: root, encoding: "utf8" }).trim();
const run = (program, ...words) => execFileSync(program, words, { cwd: root, stdio: "inherit" });
const archived = { cwd: root, maxBuffer: 1024 ** 3 };
const sumOf = (file) => createHash("sha256").update(readFileSync(file)).digest("hex");

/** The tarballs of a folder in the format of `sha256sum --check`. */
function sums(folder = out) {
  const tarballs = readdirSync(folder).filter((file) => file.endsWith(".tgz"));
  return tarballs.map((file) => `${sumOf(join(folder, file))}  ${file}\n`);
}

/** The formats of spoor.db, days, artifacts.db, and PostgreSQL. */
function formatSizes() {
  const { main, day, artifacts, postgres } = JSON.parse(text("tests/landed-migrations.json"));
  return [main, day, artifacts, postgres].map(({ first, migrations }) => first + migrations.length);
}

/**
 * @param {unknown} holds
 * @param {string} sentence the error message
 */
function check(holds, sentence) {
  if (!holds) throw new Error(sentence);
}

const steps = {
  "clean tree": () => check(git("status", "--porcelain") === "", "There are uncommitted changes."),
  version() {
    const lock = JSON.parse(text("package-lock.json"));
    check(
      lock.version === version,
      `package-lock.json says ${lock.version}, package.json ${version}: run “npm install”.`,
    );
    check(git("tag", "--list", tag) === "", `${tag} exists already: choose another version.`);
    for (const file of ["compose.yaml", "compose.postgres.yaml", "kubernetes.yaml"])
      check(
        text(`server/deploy/${file}`).includes(`spoor:${version}`),
        `server/deploy/${file} has a different version.`,
      );
  },
  changelog() {
    const [, newest, entry] =
      /^## (\d\S*)\n([^]*?)(?=^## \d|$(?![^]))/m.exec(text("server/CHANGELOG.md")) ?? [];
    check(newest === version, `server/CHANGELOG.md begins with ${newest}, not with ${version}.`);
    const sizes = formatSizes();
    const formats = `spoor.db ${sizes[0]}, days ${sizes[1]}, artifacts.db ${sizes[2]}, PostgreSQL ${sizes[3]}`;
    check(entry.includes(formats), `The entry of ${version} does not say “Formats: ${formats}”.`);
    check(
      /downgrade/i.test(entry),
      `The entry of ${version} does not state whether a downgrade is possible.`,
    );
  },
  "kept data"() {
    const file = join(root, `tests/kept-releases/${version}.tar.zst`);
    const remedy = "run “node tests/kept-releases/keep.ts”, and commit its output.";
    check(existsSync(file), `There is no data of ${version}: ${remedy}`);
    const input = zstdDecompressSync(readFileSync(file));
    const { entries } = JSON.parse(
      execFileSync("tar", ["xO", "manifest.json"], { input, encoding: "utf8" }),
    );
    const kept = ["spoor.db", "telemetry/", "artifacts.db"].map((name) =>
      entries.find((each) => each.name.startsWith(name)),
    );
    const present = formatSizes().slice(0, 3);
    const isPresent = kept.every((each, index) => each.version === present[index]);
    check(
      isPresent,
      `The kept data of ${version} has older formats than this program: remove it, ${remedy}`,
    );
  },
  // Types, lint, and all test projects (unit, storage, http, clients, browsers) against the packed
  // server, including kept data of each release.
  tests: () => run("npm", "test"),
  // Like the Dockerfile: in a folder with only the committed files.
  "same bytes"() {
    run(process.execPath, "server/start/pack.js");
    const elsewhere = mkdtempSync(join(tmpdir(), "spoor-release-"));
    const there = { cwd: elsewhere, stdio: "inherit" };
    execFileSync("tar", ["x"], {
      cwd: elsewhere,
      input: execFileSync("git", ["archive", "HEAD"], archived),
    });
    execFileSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], there);
    execFileSync("npm", ["run", "--silent", "pack"], there);
    check(
      sums(join(elsewhere, "build/package")).join("") === sums().join(""),
      "Two builds of the same source differ.",
    );
    rmSync(elsewhere, { recursive: true });
  },
  licenses() {
    const { components } = JSON.parse(
      readFileSync(join(out, `${name}-${version}.sbom.json`), "utf8"),
    );
    check(
      components.length > 20,
      `The bill of materials lists only ${components.length} packages.`,
    );
    const unnamed = components.filter(({ licenses }) => licenses.length === 0);
    check(
      unnamed.length === 0,
      `No license is known for ${unnamed.map((each) => each.name).join(", ")}.`,
    );
  },
  nodes: () => Promise.all(nodes().map(startOn)),
  managers: () => run(process.execPath, "tests/package-managers/run.ts"),
  sums: () => writeFileSync(join(out, "SHA256SUMS"), sums().join("")),
};

/** This Node and those in NODES: `NODES=/opt/node20/bin/node:/opt/node26/bin/node`. */
const nodes = () => [process.execPath, ...(process.env.NODES ?? "").split(":").filter(Boolean)];

/**
 * Installs the package in an empty folder, starts it, checks its health, and stops it. An old Node
 * must print an error message.
 */
async function startOn(node) {
  const found = execFileSync(node, ["--version"], { encoding: "utf8" }).trim();
  const folder = mkdtempSync(join(tmpdir(), "spoor-release-"));
  try {
    execFileSync("npm", [
      "install",
      "--silent",
      "--prefix",
      folder,
      join(out, `${name}-${version}.tgz`),
    ]);
    const program = join(folder, "node_modules", name, "server/start/packed.js");
    const env = { PATH: process.env.PATH, SPOOR_DATA: join(folder, "data"), PORT: "0" };
    if (Number(found.slice(1).split(".")[0]) < 24) {
      const { status, stderr } = spawnSync(node, [program], { env, encoding: "utf8" });
      return check(
        status === 1 && stderr.includes("needs Node 24"),
        `${found} gets no sentence: ${stderr}`,
      );
    }
    const server = spawn(node, [program], { env, stdio: ["ignore", "pipe", "inherit"] });
    await new Promise((resolve, reject) => {
      server.stdout.on("data", (chunk) => String(chunk).includes("Spoor listens") && resolve());
      server.once("exit", () => reject(new Error(`Spoor did not start on ${found}.`)));
    });
    execFileSync(node, [program, "health"], { env });
    const ended = new Promise((resolve) => server.once("exit", resolve));
    server.kill("SIGTERM");
    check((await ended) === 0, `Spoor on ${found} did not end with 0.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const [step, perform] of Object.entries(steps)) {
  if (skipped.includes(step)) continue;
  process.stdout.write(`── ${step}\n`);
  try {
    await perform();
  } catch (error) {
    process.stderr.write(`${step}: ${error.message}\n`);
    process.exit(1);
  }
}
process.stdout.write(sums().join(""));
if (skipped.join("") === "") {
  git("tag", "--annotate", tag, "--message", `Spoor ${version}`);
  process.stdout.write(`Tagged ${tag}. “git push origin ${tag}” publishes it.\n`);
} else process.stdout.write("Steps were skipped: no tag was created.\n");
