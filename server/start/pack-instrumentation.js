import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = join(root, "build/instrumentation");
const files = {
  "build/react-router": "build",
  "app/trace/README.md": "README.md",
  LICENSE: "LICENSE",
};

/**
 * Packages imported by the two halves. With carets, so that they share one OpenTelemetry with the
 * application.
 */
const isImported = ([name]) => /^@opentelemetry\/|^web-vitals$/.test(name);

/**
 * Packs the compiled halves of the instrumentation for React Router applications into
 * `build/packages`, from which the server offers it. Its name contains its content's hash: the same
 * name is always the same bytes.
 */
export function packInstrumentation() {
  const { version, license, dependencies } = JSON.parse(
    readFileSync(join(root, "package.json"), "utf8"),
  );
  const manifest = {
    name: "spoor-react-router",
    version,
    license,
    description:
      "OpenTelemetry traces of React Router applications: loaders, actions, navigations, and web vitals.",
    type: "module",
    sideEffects: false,
    exports: {
      "./client": { types: "./build/app/trace/entry.d.ts", default: "./build/app/trace/entry.js" },
      "./server": {
        types: "./build/server/telemetry/entry.d.ts",
        default: "./build/server/telemetry/entry.js",
      },
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(
      Object.entries(dependencies)
        .filter(isImported)
        .map(([name, exact]) => [name, `^${exact}`]),
    ),
    peerDependencies: { react: ">=19", "react-router": ">=8.4.0" },
    // Same as the router's.
    engines: { node: ">=22.22.0" },
  };
  mkdirSync(join(root, "build/packages"), { recursive: true });
  mkdirSync(folder);
  for (const [from, to] of Object.entries(files))
    cpSync(join(root, from), join(folder, to), { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  packFolder(folder, join(root, "build"));
  const name = `${manifest.name}-${version}`;
  const hash = createHash("sha256")
    .update(readFileSync(join(root, `build/${name}.tgz`)))
    .digest("hex")
    .slice(0, 16);
  renameSync(join(root, `build/${name}.tgz`), join(root, `build/packages/${name}-${hash}.tgz`));
  rmSync(folder, { recursive: true });
}

/** `npm pack`: the same files make the same bytes. */
export function packFolder(from, into) {
  execFileSync("npm", ["pack", "--silent", "--pack-destination", into], { cwd: from });
}
