import { createReadStream, existsSync } from "node:fs";
import { cp, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type PluginOption } from "vite";

/** A small application built for production: minified, with hashed names and source maps. */
export type MinifiedApp = { folder: string; url: string; remove(): Promise<void> };

const clients = fileURLToPath(new URL("../../clients", import.meta.url));
const packages = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const types: { [extension: string]: string } = { ".html": "text/html", ".js": "text/javascript" };

/**
 * `name` is a folder of `tests/clients`; each of `programs` gets a page beside the application's.
 */
export type AppOptions = {
  name?: "minified-app" | "named-app";
  minify?: boolean;
  programs?: readonly string[];
};

export async function buildMinifiedApp(
  plugins: PluginOption[] = [],
  { name = "minified-app", minify = true, programs = [] }: AppOptions = {},
): Promise<MinifiedApp> {
  const root = await mkdtemp(join(tmpdir(), "spoor-app-"));
  await cp(join(clients, name), root, { recursive: true });
  await symlink(packages, join(root, "node_modules"));
  const folders = new Set(programs.map((program) => program.split("/", 1)[0]!));
  for (const folder of folders)
    await cp(join(clients, folder), join(root, folder), { recursive: true });
  const pages = await Promise.all(programs.map((program) => addPage(root, program)));
  await build({
    root,
    configFile: false,
    logLevel: "silent",
    plugins,
    build: {
      sourcemap: "hidden",
      minify,
      rolldownOptions: { input: [join(root, "index.html"), ...pages] },
    },
  });
  const folder = join(root, "dist");
  const site = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://any");
    const file = join(folder, pathname === "/" ? "index.html" : pathname);
    // As in production, source maps are not public.
    if (!existsSync(file) || file.endsWith(".map")) return void response.writeHead(404).end();
    response.setHeader("content-type", types[extname(file)] ?? "application/octet-stream");
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  return {
    folder,
    url: `http://127.0.0.1:${(site.address() as AddressInfo).port}`,
    async remove() {
      site.close();
      await rm(root, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

/** Name of a program's page in the built application. */
export const pageOf = (program: string): string => `${basename(program, extname(program))}.html`;

/** Elements that the programs use. */
const elements = `${["chain", "crash", "reject", "chunk", "abort", "connection"]
  .map((id) => `<button id="${id}">${id}</button>`)
  .join("")}<p id="price"><b>3 €</b></p><p id="said"></p>`;

async function addPage(root: string, program: string): Promise<string> {
  const page = join(root, pageOf(program));
  const script = `<script type="module" src="/${program}"></script>`;
  await writeFile(
    page,
    `<!doctype html><html lang="en"><title>shop</title>${elements}${script}</html>`,
  );
  return page;
}
