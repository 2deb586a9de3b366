// `npm run pack`: the public packages in `build/package`: the server and its command line as one
// package without dependencies, and the instrumentation for React Router applications. The same
// source makes the same bytes.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildIsCurrent } from "./build.js";
import { packFolder } from "./pack-instrumentation.js";
import { billOfMaterials } from "./sbom.js";

const root = fileURLToPath(new URL("../..", import.meta.url));
const out = join(root, "build/package");
const folder = join(out, "spoor");
const { name, version, description, license } = JSON.parse(
  readFileSync(join(root, "package.json"), "utf8"),
);

/** Copied files by source path. */
const files = {
  "build/client": "build/client",
  "build/packages": "build/packages",
  "build/server": "build/server",
  "build/server/THIRD-PARTY.txt": "THIRD-PARTY.txt",
  "server/start/less-memory.js": "server/start/less-memory.js",
  "server/start/packed.js": "server/start/packed.js",
  "server/start/run-build.js": "server/start/run-build.js",
  "server/deploy": "deploy",
  "server/deploy/PACKAGE.md": "README.md",
  "server/CHANGELOG.md": "CHANGELOG.md",
  LICENSE: "LICENSE",
};

/** Availability of the name is checked elsewhere. */
const manifest = {
  name,
  version,
  description,
  license,
  type: "module",
  bin: { spoor: "server/start/packed.js" },
  exports: { ".": "./build/server/index.js", "./package.json": "./package.json" },
  engines: { node: ">=24" },
};

if (!(await buildIsCurrent())) await build();
rmSync(out, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
// Excludes settings of a compose file in this checkout.
const isPublic = (path) => basename(path) !== ".env";
for (const [from, to] of Object.entries(files))
  cpSync(join(root, from), join(folder, to), { recursive: true, filter: isPublic });
writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
const notices = ["build/server/THIRD-PARTY.txt", "build/client/THIRD-PARTY.txt"].map((path) =>
  readFileSync(join(root, path), "utf8"),
);
const bill = `${JSON.stringify(billOfMaterials({ name, version, license }, notices), undefined, 2)}\n`;
writeFileSync(join(folder, "sbom.json"), bill);
writeFileSync(join(out, `${name}-${version}.sbom.json`), bill);
packFolder(folder, out);
for (const each of readdirSync(join(root, "build/packages")))
  cpSync(
    join(root, "build/packages", each),
    join(out, each.replace(/-[0-9a-f]{16}(?=\.tgz$)/, "")),
  );
for (const each of readdirSync(out).filter((file) => file.endsWith(".tgz")))
  process.stdout.write(`${join(out, each)}\n`);
