import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "#tests/harness/free-port.ts";

export type Proxy = { url: string; stop(): Promise<void> };

/**
 * A real nginx in front of an instance with the recipe of server/deploy/nginx.conf, without
 * certificates, on a given or free port.
 */
export async function startNginx(upstream: string, port = 0): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-nginx-"));
  port ||= await freePort();
  const file = join(folder, "nginx.conf");
  const recipe = await readFile(
    new URL("../../../server/deploy/nginx.conf", import.meta.url),
    "utf8",
  );
  const site = recipe
    .replace("127.0.0.1:3000", new URL(upstream).host)
    .replace("keepalive 32", "keepalive 1")
    .replace("listen 443 ssl http2", `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_certificate.*\n/gm, "");
  await writeFile(file, configuration(folder, site));
  return started(
    spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], { stdio: "inherit" }),
    port,
    folder,
  );
}

/** Likewise with Caddy and its recipe. */
export async function startCaddy(upstream: string, port = 0): Promise<Proxy> {
  const recipe = await readFile(
    new URL("../../../server/deploy/Caddyfile", import.meta.url),
    "utf8",
  );
  return runCaddy(
    recipe.replace("127.0.0.1:3000", new URL(upstream).host),
    "errors.example.com",
    port,
  );
}

/** The proxy of compose.postgres.yaml in front of two processes. */
export async function startComposeCaddy(upstreams: [string, string]): Promise<Proxy> {
  const recipe = await readFile(
    new URL("../../../server/deploy/compose.Caddyfile", import.meta.url),
    "utf8",
  );
  const [one, other] = upstreams.map((upstream) => new URL(upstream).host) as [string, string];
  return runCaddy(
    recipe.replace("spoor-1:3000", one).replace("spoor-2:3000", other),
    "{$SPOOR_URL}",
    0,
  );
}

async function runCaddy(recipe: string, name: string, port: number): Promise<Proxy> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-caddy-"));
  port ||= await freePort();
  const site = recipe.replace(`${name} {`, `http://127.0.0.1:${port} {`);
  const file = join(folder, "Caddyfile");
  await writeFile(file, `{\n\tadmin off\n}\n${site}`);
  const env = { ...process.env, HOME: folder };
  return started(
    spawn("caddy", ["run", "--config", file, "--adapter", "caddyfile"], { stdio: "ignore", env }),
    port,
    folder,
  );
}

async function started(
  child: ReturnType<typeof spawn>,
  port: number,
  folder: string,
): Promise<Proxy> {
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 400 && !(await answers(url)); i++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 20 });
    },
  };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

const configuration = (folder: string, site: string) => `
daemon off;
worker_processes 1;
${process.getuid?.() === 0 ? "user root;" : ""}
pid ${folder}/nginx.pid;
events { worker_connections 256; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
${site}
}
`;
