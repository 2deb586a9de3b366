import { lazy, type ReactNode, Suspense } from "react";
import {
  createStaticHandler,
  type EntryContext,
  Scripts,
  ServerRouter,
  type StaticHandlerContext,
} from "react-router";
import { expect, test } from "vitest";
import { renderDocument } from "./render-document.tsx";

test("a page is rendered once, with the router's context", async () => {
  const { html, times } = await rendered("words of a page");
  expect(times).toBe(1);
  expect(html).toMatch(/^<!DOCTYPE html><html lang="en">/);
  expect(html).toContain('streamController.enqueue("handed \\u003cover");</script>');
  expect(html).toContain("streamController.close();");
  expect(html.match(/<script(?! nonce="n")/g)).toBeNull();
});

test("rendering waits for pending data and omits nothing", async () => {
  const Late = lazy(async () => ({ default: () => "that came late" }));
  const { html, times } = await rendered(
    <Suspense fallback="still missing">
      <Late />
    </Suspense>,
  );
  expect(times).toBeGreaterThan(1);
  expect(html).toContain("that came late");
  expect(html).not.toContain("still missing");
  expect(html).toContain('streamController.enqueue("handed \\u003cover");</script>');
});

async function rendered(words: ReactNode): Promise<{ html: string; times: number }> {
  let times = 0;
  function Page() {
    times++;
    return (
      <html lang="en">
        <body>
          {words}
          <Scripts />
        </body>
      </html>
    );
  }
  const entry = await entryOf(Page);
  const bytes = await renderDocument(entry, "n", (each) => (
    <ServerRouter context={each} url="http://spoor.test/" nonce="n" />
  ));
  return { html: new TextDecoder().decode(bytes), times };
}

async function entryOf(Page: () => ReactNode): Promise<EntryContext> {
  const { query } = createStaticHandler([{ id: "root", path: "/", Component: Page }]);
  const route = { id: "root", path: "/", module: "/root.js", hasLoader: false, hasAction: false };
  const entry: unknown = {
    manifest: {
      routes: { root: route },
      entry: { module: "/entry.js", imports: [] },
      url: "/manifest.js",
      version: "1",
    },
    routeModules: { root: { default: Page } },
    future: {},
    ssr: true,
    isSpaMode: false,
    routeDiscovery: { mode: "initial", manifestPath: "/__manifest" },
    staticHandlerContext: (await query(new Request("http://spoor.test/"))) as StaticHandlerContext,
    serverHandoffString: "{}",
    serverHandoffStream: new Blob(["handed <over"]).stream(),
    renderMeta: {},
  };
  return entry as EntryContext;
}
