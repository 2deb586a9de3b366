import { expect } from "vitest";
import type { Visitor } from "#tests/harness/visitor.ts";

type Told = { event: string; id?: number; data: unknown };

/** A page's event stream, read message by message. */
export type Stream = AsyncDisposable & {
  answer: Response;
  told: Told[];
  /** The first message with that name and content; rejects after ten seconds. */
  until(event: string, data: object): Promise<Told>;
  /** Settles when the server closes it. */
  ended: Promise<void>;
};

export async function listenTo(
  visitor: Visitor,
  origin: string,
  path: string,
  headers: Record<string, string> = {},
): Promise<Stream> {
  const cookie = [...visitor.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const aborter = new AbortController();
  const answer = await fetch(origin + path, {
    headers: { cookie, ...headers },
    signal: aborter.signal,
  });
  const told: Told[] = [];
  const ended = readAll(answer, told).catch(() => undefined);
  return {
    answer,
    told,
    ended,
    async until(event, data) {
      const found = () => told.find((each) => each.event === event && matches(each.data, data));
      await expect.poll(() => found() ?? told).toMatchObject({ event });
      return found()!;
    },
    async [Symbol.asyncDispose]() {
      aborter.abort();
      await ended;
    },
  };
}

async function readAll(answer: Response, told: Told[]): Promise<void> {
  let text = "";
  for await (const chunk of answer.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split("\n\n");
    text = blocks.pop()!;
    for (const block of blocks) if (/^event: /m.test(block)) told.push(read(block));
  }
}

function read(block: string): Told {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, "m").exec(block)?.[1];
  const id = field("id");
  return {
    event: field("event")!,
    ...(id && { id: Number(id) }),
    data: JSON.parse(field("data")!) as unknown,
  };
}

function matches(value: unknown, wanted: object): boolean {
  try {
    expect(value).toEqual(wanted);
    return true;
  } catch {
    return false;
  }
}
