import { owner } from "#tests/harness/project.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

/** Reads pages as the existing owner in a browser. */
export async function signedIn(spoor: Spoor): Promise<(path: string) => Promise<Response>> {
  const login = await fetch(`${spoor.url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(owner),
  });
  const cookie = login.headers.get("set-cookie")!.split(";", 1)[0]!;
  return (path) => fetch(spoor.url + path, { headers: { cookie, accept: "text/html" } });
}
