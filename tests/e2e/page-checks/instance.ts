import { createHash, randomBytes } from "node:crypto";
import type { ProjectId } from "#server/domain/ids.ts";
import { fillProject, type Named } from "#tests/harness/data/filled-project.ts";
import { makePeople, type People } from "#tests/harness/people/people.ts";
import {
  envelopeOf,
  makeOwner,
  makeProject,
  sendEnvelope,
  type TestProject,
} from "#tests/harness/project.ts";
import { releases, sendRouteLoad } from "#tests/harness/data/route-load.ts";
import { sendTrace } from "#tests/harness/data/send-trace.ts";
import { type Spoor, type SpoorOptions, startSpoor } from "#tests/harness/spoor.ts";
import { sendVitals } from "#tests/harness/data/vitals.ts";
import { comment, richComment } from "#tests/harness/data/comment.ts";
import { createSeal } from "#server/commands/sign-in/seal.ts";
import { unsubscribePath } from "#server/commands/people/unsubscribe.ts";
import { readKeyFile } from "#server/start/key-file.ts";
import { cartTrace, checkoutError } from "../fixtures.ts";
import { shipRelease } from "./ship-release.ts";

/**
 * An instance in which every page has data: an example of each path parameter, members, and valid
 * links.
 */
export type CheckedInstance = {
  spoor: Spoor;
  /** The setup link of an instance without an owner. */
  setUpUrl: string;
  named: Named;
  /** The slug of a project without data. */
  empty: string;
  /** The value of the owner's session cookie. */
  session: string;
  remove(): Promise<void>;
};

export async function startInstance(options: SpoorOptions = {}): Promise<CheckedInstance> {
  const [spoor, fresh] = await Promise.all([startSpoor(options), startSpoor()]);
  await makeOwner(spoor);
  const [shop, empty] = [await makeProject(spoor, "shop"), await makeProject(spoor, "empty")];
  const [filled, people] = await Promise.all([fill(spoor, shop), addMembers(spoor, shop, empty)]);
  const deletion = await deleteProject(spoor, people.cookie);
  return {
    spoor,
    setUpUrl: await fresh.setUpUrl(),
    empty: empty.slug,
    session: people.cookie.split("=")[1]!,
    named: { ...filled, ...people.named, ":deletion": deletion, "*": "nothing/here/at/all" },
    remove: async () => void (await Promise.all([spoor.remove(), fresh.remove()])),
  };
}

async function fill(spoor: Spoor, shop: TestProject): Promise<Named> {
  const named = await fillProject(spoor, shop);
  const event_id = randomBytes(16).toString("hex");
  await sendEnvelope(spoor, shop, envelopeOf({ event_id, ...checkoutError, release: releases[1] }));
  for (const [index, vital] of (["lcp", "inp", "cls", "fcp", "ttfb"] as const).entries())
    await sendVitals(spoor, shop, [
      { vital, value: vital === "cls" ? 0.2 : 900 * index, id: vital, route: "/cart" },
    ]);
  const { traceId } = await sendTrace(spoor, shop, cartTrace.drawing);
  await sendRouteLoad(spoor, shop, { requests: 1_000, hours: 6 });
  const [issue] = await shop.issues("checkout");
  await comment(spoor, shop, issue!.shortId, richComment);
  const trace = { ":trace": traceId, ":span": cartTrace.spanIds.loaderCart };
  const release = { "releases/*": await shipRelease(spoor, shop) };
  return {
    ...named,
    ...trace,
    ...release,
    ":issue": issue!.shortId,
    ":event": event_id,
    ":route": await cartRoute(shop),
  };
}

/** The route with two releases, loaders, and failures. */
async function cartRoute(shop: TestProject): Promise<string> {
  const { routes } = (await (await shop.get("/routes.json")).json()) as {
    routes: Record<string, unknown>[];
  };
  return String(routes.find(({ route, service }) => route === "/cart" && service === "web")!["id"]);
}

async function addMembers(
  spoor: Spoor,
  shop: TestProject,
  empty: TestProject,
): Promise<{ cookie: string; named: Named }> {
  const people = await makePeople(spoor, shop.id as ProjectId, empty.id as ProjectId);
  const { cookie } = await people.session(people.users.owner);
  const named = {
    "reset/:token": await resetToken(people),
    "invite/:token": await invitationToken(people, shop),
    "unsubscribe/:token": unsubscribeToken(spoor, people),
  };
  await people.close();
  return { cookie: cookie!, named };
}

const inAnHour = () => ({ createdAt: Date.now(), expiresAt: Date.now() + 3_600_000 });

async function resetToken({ store, users }: People): Promise<string> {
  const token = randomBytes(16).toString("base64url");
  await store.resets.create({ tokenHash: sha256(token), userId: users.viewer.id, ...inAnHour() });
  return token;
}

async function invitationToken({ store, users }: People, { id }: TestProject): Promise<string> {
  const token = randomBytes(16).toString("base64url");
  const offer = { kind: "project", projectId: id as ProjectId, role: "developer" } as const;
  const invitation = { email: "ada@example.com", offer, invitedBy: users.owner.id, ...inAnHour() };
  await store.invitations.create({ tokenHash: sha256(token), ...invitation });
  return token;
}

const unsubscribeToken = ({ dataFolder }: Spoor, { users }: People): string =>
  unsubscribePath(createSeal(readKeyFile(dataFolder)), users.viewer.id, "commented")
    .split("/")
    .at(-1)!;

/** Deletes a project. Returns the ID of the deletion. */
async function deleteProject(spoor: Spoor, cookie: string): Promise<string> {
  const { slug } = await makeProject(spoor, "gone");
  const body = new URLSearchParams({ intent: "delete", confirm: slug });
  const posted = { method: "POST", headers: { cookie }, body, redirect: "manual" } as const;
  const answer = await fetch(`${spoor.url}/${slug}/settings/general`, posted);
  return /\/projects\/deletions\/(\d+)/.exec(answer.headers.get("location") ?? "")![1]!;
}

const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
