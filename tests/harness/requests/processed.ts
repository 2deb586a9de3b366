import { expect, vi } from "vitest";
import { pause, type Spoor } from "#tests/harness/spoor.ts";

/**
 * Waits until a process has stored everything it accepted. It counts waiting requests once a
 * second, so the next count includes the last request.
 */
export async function processed({ url }: Pick<Spoor, "url">): Promise<void> {
  await pause(1_500);
  await vi.waitFor(async () => {
    const ready = (await (await fetch(`${url}/readyz`)).json()) as { waiting: object };
    expect(ready.waiting).toMatchObject({ requests: 0 });
  }, 20_000);
}
