import { randomUUID } from "node:crypto";
import { owner, sendEnvelope, type TestProject } from "#tests/harness/project.ts";
import { releases } from "#tests/harness/data/route-load.ts";
import type { Spoor } from "#tests/harness/spoor.ts";

/** Adds commits, a deploy, and sessions (one crashed) to the newer release of the load. */
export async function shipRelease(spoor: Spoor, project: TestProject): Promise<string> {
  const version = releases[1];
  const scopes = "release:write,project:read,project:write";
  const { token } = await spoor.run("token", "create", "--user", owner.email, "--scopes", scopes);
  const headers = { authorization: `Bearer ${String(token)}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const url = `${spoor.url}/api/0/organizations/spoor/releases/${path}`;
    const answer = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
    if (!answer.ok)
      throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`);
  };
  await post("", { version, projects: [project.slug], commits: [commit] });
  await post(`${version}/deploys/`, {
    environment: "production",
    name: "night",
    projects: [project.slug],
  });
  for (const status of ["exited", "exited", "exited", "crashed"])
    await visitOnce(spoor, project, version, status);
  return version;
}

const commit = {
  id: "8f2c9a4be0d15c6a7b3e2f1d4c5b6a7980f1e2d3",
  message: "Prices of the cart come from the price list",
  author_name: "Mira",
  author_email: "mira@example.com",
  timestamp: "2026-11-20T10:00:00Z",
  patch_set: [{ path: "app/routes/cart.tsx", type: "M" }],
};

async function visitOnce(
  spoor: Spoor,
  project: TestProject,
  release: string,
  status: string,
): Promise<void> {
  const now = new Date().toISOString();
  const session = {
    sid: randomUUID(),
    did: randomUUID(),
    init: true,
    started: now,
    timestamp: now,
    status,
    errors: status === "crashed" ? 1 : 0,
    attrs: { release, environment: "production" },
  };
  await sendEnvelope(spoor, project, `{}\n{"type":"session"}\n${JSON.stringify(session)}\n`);
}
