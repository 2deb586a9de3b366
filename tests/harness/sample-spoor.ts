import { fileURLToPath } from "node:url";
import { pause, cli, type Spoor, startSpoor } from "./spoor.ts";

/** A loaded `spoor demo`: the same data relative to now or to the frozen clock. */
export type SampleSpoor = Spoor & {
  slug: string;
  /** The value of the owner's session cookie. */
  session: string;
  /** The project's response, read as the owner. */
  read<T>(path: string): Promise<T>;
  /** Time from the process's start until data was loaded. */
  loadedMs: number;
};

const frozenClock = fileURLToPath(new URL("faults/frozen-clock.mjs", import.meta.url));
const patienceMs = 100_000;

export async function startSampleSpoor({
  frozenAt,
  databaseUrl,
}: { frozenAt?: number; databaseUrl?: string } = {}): Promise<SampleSpoor> {
  const startedAt = performance.now();
  const clock = frozenAt !== undefined && {
    NODE_OPTIONS: `--import ${frozenClock}`,
    SPOOR_FROZEN_AT: String(frozenAt),
  };
  const spoor = await startSpoor({
    command: [process.execPath, cli, "demo"],
    environment: {
      OTEL_SDK_DISABLED: "true",
      ...clock,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
    },
  });
  const [, slug, email, password] = await greetingOf(spoor);
  const loadedMs = performance.now() - startedAt;
  const session = await signIn(spoor.url, { email: email!, password: password! });
  const headers = { cookie: `spoor_session=${session}` };
  const text = async (path: string) =>
    (await fetch(`${spoor.url}/${slug}${path}`, { headers })).text();
  await waitUntilMissed(() => text("/monitors.json"));
  const read = async <T>(path: string) => JSON.parse(await text(path)) as T;
  return { ...spoor, slug: slug!, session, loadedMs, read };
}

/** Waits seconds until the scheduler reports the missed job. */
async function waitUntilMissed(monitors: () => Promise<string>): Promise<void> {
  for (const deadline = Date.now() + 15_000; Date.now() < deadline; await pause(100))
    if ((await monitors()).includes('"missed"')) return;
  throw new Error(`No monitor is missed: ${await monitors()}`);
}

async function greetingOf(spoor: Spoor): Promise<RegExpExecArray> {
  for (const deadline = Date.now() + patienceMs; Date.now() < deadline; await pause(50)) {
    const said = /loaded: http:\/\/\S+\/(\S+)\n.*Sign in as (\S+) with the password (\S+)/.exec(
      spoor.output(),
    );
    if (said) return said;
  }
  throw new Error(`The sample data was not loaded:\n${spoor.output()}`);
}

async function signIn(url: string, form: { email: string; password: string }): Promise<string> {
  const answer = await fetch(`${url}/login`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams(form),
  });
  return /spoor_session=([^;]+)/.exec(answer.headers.get("set-cookie") ?? "")![1]!;
}

/** The newest click through the browser, the shop's server, and the stock service. */
export async function clickToQuery({ read }: SampleSpoor): Promise<string> {
  type Listed = { traceId: string; root: { name: string }; services: string[] };
  const { traces } = await read<{ traces: Listed[] }>("/traces.json?limit=200");
  return traces.find(
    ({ root, services }) => root.name === "navigate /checkout" && services.includes("stock"),
  )!.traceId;
}
