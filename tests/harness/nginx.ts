import { spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port.ts";

export type Nginx = { url: string; stop(): Promise<void> };

/** A real nginx in front of a Spoor, as the operator's guide has it: it keeps few connections and uses each again. */
export async function startNginx(upstream: string): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), "spoor-nginx-"));
  const port = await freePort();
  const file = join(folder, "nginx.conf");
  await writeFile(file, configuration(folder, port, new URL(upstream).host));
  const child = spawn("nginx", ["-c", file, "-e", join(folder, "error.log")], { stdio: "inherit" });
  const url = `http://127.0.0.1:${port}`;
  for (let i = 0; i < 400 && !(await answers(url)); i++) await new Promise((resolve) => setTimeout(resolve, 50));
  return {
    url,
    async stop() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const answers = (url: string) =>
  fetch(`${url}/healthz`).then(
    ({ ok }) => ok,
    () => false,
  );

const configuration = (folder: string, port: number, upstream: string) => `
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
  upstream spoor { server ${upstream}; keepalive 1; }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 100m;
    location / {
      proxy_pass http://spoor;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header Host $host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
      proxy_set_header X-Forwarded-Proto $scheme;
      proxy_read_timeout 6s;
    }
  }
}
`;
