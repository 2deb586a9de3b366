// `npm run pack`: what strangers install, in `build/package`: the server and its command line as one package without dependencies, and
// the instrumentation for React Router applications. The same source makes the same bytes.
import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, buildIsCurrent } from "./build.js";

const root = fileURLToPath(new URL("..", import.meta.url));
const out = join(root, "build/package");
const { version, description, license, dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

/** What is copied, by where it comes from, and `package.json`. Whether the names are free to publish is decided elsewhere. */
const server = {
  files: {
    "build/client": "build/client",
    "build/server": "build/server",
    "build/server/THIRD-PARTY.txt": "THIRD-PARTY.txt",
    "server/less-memory.js": "server/less-memory.js",
    "server/packed.js": "server/packed.js",
    "server/run-build.js": "server/run-build.js",
    "server/deploy/PACKAGE.md": "README.md",
    LICENSE: "LICENSE",
  },
  json: {
    name: "spoor",
    ...{ version, description, license },
    type: "module",
    bin: { spoor: "server/packed.js" },
    exports: { ".": "./build/server/index.js", "./package.json": "./package.json" },
    engines: { node: ">=24" },
  },
};

/** Packages that the compiled halves import. With carets, so that the application and they share one OpenTelemetry. */
const shared = Object.entries(dependencies).filter(([name]) => /^@opentelemetry\/|^web-vitals$/.test(name));

const instrumentation = {
  files: { "build/react-router": "build", "app/trace/README.md": "README.md", LICENSE: "LICENSE" },
  json: {
    name: "spoor-react-router",
    ...{ version, license },
    description: "OpenTelemetry traces of React Router applications: loaders, actions, navigations, and web vitals.",
    type: "module",
    sideEffects: false,
    exports: {
      "./client": { types: "./build/app/trace/entry.d.ts", default: "./build/app/trace/entry.js" },
      "./server": { types: "./build/server/telemetry/entry.d.ts", default: "./build/server/telemetry/entry.js" },
      "./package.json": "./package.json",
    },
    dependencies: Object.fromEntries(shared.map(([name, exact]) => [name, `^${exact}`])),
    peerDependencies: { react: ">=19", "react-router": ">=8.4.0" },
    engines: { node: ">=20" },
  },
};

/** @param {typeof server | typeof instrumentation} described @returns {string} the tarball's path */
function pack({ files, json }) {
  const folder = join(out, json.name);
  mkdirSync(folder, { recursive: true });
  for (const [from, to] of Object.entries(files)) cpSync(join(root, from), join(folder, to), { recursive: true });
  writeFileSync(join(folder, "package.json"), `${JSON.stringify(json, undefined, 2)}\n`);
  execFileSync("npm", ["pack", "--silent", "--pack-destination", out], { cwd: folder });
  return join(out, `${json.name}-${json.version}.tgz`);
}

if (!(await buildIsCurrent()) || !existsSync(join(root, "build/server/THIRD-PARTY.txt"))) await build();
rmSync(out, { recursive: true, force: true });
for (const each of [server, instrumentation]) process.stdout.write(`${pack(each)}\n`);
