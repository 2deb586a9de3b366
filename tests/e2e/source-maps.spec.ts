import { randomUUID } from "node:crypto";
import type { Locator, Page } from "@playwright/test";
import type { TestProject } from "#tests/harness/project.ts";
import { uploadBundle } from "#tests/harness/data/upload-bundle.ts";
import { expect, openComplete, test } from "./fixtures.ts";

const origin = "https://shop.example/assets";

/** The original source; its only mapping goes from the start of the file to `throw`. */
const source =
  "// what a cart costs\nexport function total(lines) {\n  throw new TypeError('no price');\n}\n";
const map = (more: object = {}) =>
  JSON.stringify({
    version: 3,
    sources: ["../src/cart.ts"],
    sourcesContent: [source],
    names: [],
    mappings: "AAEE",
    ...more,
  });

type Crash = {
  file: string;
  debugId?: string;
  lineno?: number;
  colno?: number | null;
  release?: string;
};

/** An error as a browser SDK reports it from a minified file. */
function crash({ file, debugId, lineno = 1, colno = 1, release }: Crash): Record<string, unknown> {
  const url = `${origin}/${file}`;
  const frame = {
    filename: url,
    function: "Rd",
    lineno,
    in_app: true,
    ...(colno !== null && { colno }),
  };
  return {
    platform: "javascript",
    ...(release && { release }),
    ...(debugId && {
      debug_meta: { images: [{ type: "sourcemap", code_file: url, debug_id: debugId }] },
    }),
    exception: {
      values: [
        { type: "TypeError", value: `no price in ${file}`, stacktrace: { frames: [frame] } },
      ],
    },
  };
}

const doctor = (project: TestProject) => `/${project.slug}/settings/source-maps`;
const script = (debugId: string) => `throw 1\n//# debugId=${debugId}\n`;
const chosen = (name: string, text: string) => ({
  name,
  mimeType: "text/plain",
  buffer: Buffer.from(text),
});

/** Reloads the page until the file's row appears: processes save asset statuses periodically. */
async function waitForRow(page: Page, project: TestProject, file: string): Promise<Locator> {
  const row = page.getByRole("row", { name: new RegExp(file) });
  await expect(async () => {
    await page.goto(doctor(project));
    await expect(row).toBeVisible({ timeout: 1_000 });
  }).toPass({ timeout: 40_000 });
  return row;
}

test("the source map page shows the problem of each file", async ({
  ownerPage: page,
  project,
  send,
  spoor,
}) => {
  test.slow();
  const ids = {
    alone: randomUUID(),
    other: randomUUID(),
    broken: randomUUID(),
    place: randomUUID(),
    good: randomUUID(),
  };
  await uploadBundle(spoor, project, {
    "alone.js": { type: "minified_source", debugId: ids.alone, content: "x" },
    "other.js.map": { type: "source_map", debugId: ids.other, content: map() },
    "broken.js.map": { type: "source_map", debugId: ids.broken, content: "{" },
    "place.js.map": { type: "source_map", debugId: ids.place, content: map() },
    "good.js.map": { type: "source_map", debugId: ids.good, content: map() },
  });
  await send(crash({ file: "unnamed.js" }));
  await send(crash({ file: "released.js", release: "web@1" }));
  await send(crash({ file: "nobody.js", debugId: randomUUID() }));
  await send(crash({ file: "alone.js", debugId: ids.alone }));
  await send(crash({ file: "other.js", debugId: ids.other, lineno: 99 }));
  await send(crash({ file: "broken.js", debugId: ids.broken }));
  await send(crash({ file: "place.js", debugId: ids.place, colno: null }));
  await send(crash({ file: "good.js", debugId: ids.good }));
  for (const [file, words] of [
    ["unnamed.js", "not mapped the event has no debug ID for this file and no release"],
    ["released.js", "no uploaded file in this release matches its URL"],
    ["nobody.js", "no source map with this debug ID was uploaded"],
    ["alone.js", "the file was uploaded without its source map"],
    ["other.js", "the source map has no entry for this position"],
    ["broken.js", "the uploaded source map cannot be read"],
    ["place.js", "the browser reported no line or column"],
  ] as const)
    await expect(await waitForRow(page, project, file)).toContainText(
      words.replace("not mapped ", ""),
    );
  const good = await waitForRow(page, project, "good.js");
  await expect(good).toContainText("mapped");
  await expect(good).not.toContainText("not mapped");
  await expect(page.getByRole("row").nth(1), "what is to be mended comes first").toContainText(
    "not mapped",
  );
});

test("an uploaded source map applies to earlier events; deleting it restores minified frames", async ({
  ownerPage: page,
  project,
  send,
}) => {
  test.slow();
  const debugId = randomUUID();
  await send(crash({ file: "index-4f2a.js", debugId }));
  const [issue] = await project.issues();
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.locator(".frames")).toContainText("Rd");
  await expect(
    page.getByText("No source map: no source map with this debug ID was uploaded."),
  ).toBeVisible();
  await page.getByRole("link", { name: "Fix source maps" }).click();
  await expect(page).toHaveURL(new RegExp(`${doctor(project)}$`));
  await expect(page.getByText(`export SENTRY_PROJECT=${project.slug}`)).toBeVisible();
  await expect(page.getByRole("link", { name: "a token" })).toHaveAttribute(
    "href",
    "/account/tokens",
  );
  await waitForRow(page, project, "index-4f2a.js");

  const form = page.getByRole("form", { name: "Upload by hand" });
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(
    page.getByText("Select the .js files of the build and their .map files."),
  ).toBeVisible();
  await form.getByLabel("Files").setInputFiles([chosen("photo.png", "x")]);
  await form.getByLabel("URL prefix").fill("~/assets/");
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(
    page.getByText("photo.png is neither a script (.js) nor a source map (.map)."),
  ).toBeVisible();
  await expect(form.getByLabel("URL prefix"), "what was typed is kept").toHaveValue("~/assets/");
  const files = [chosen("index-4f2a.js", script(debugId)), chosen("index-4f2a.js.map", map())];
  await form.getByLabel("Files").setInputFiles(files);
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(page).toHaveURL(/\/uploads\/\d+\?uploaded$/);
  await expect(page.getByText("2 files uploaded.")).toBeVisible();
  await expect(page.getByRole("row", { name: /index-4f2a\.js\.map/ })).toContainText(debugId);
  const upload = new URL(page.url()).pathname;

  await page.goto(doctor(project));
  const row = page.getByRole("row", { name: /index-4f2a\.js/ });
  await expect(row).toContainText("mapped for new events");
  await expect(row).toContainText("by form");
  await openComplete(page, `/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.locator("mark")).toContainText("throw new TypeError('no price');");
  await expect(page.locator(".frames")).toContainText("src/cart.ts:3:3");
  await expect(page.getByText("minified index-4f2a.js:1:1 in Rd")).toBeVisible();

  await page.goto(upload);
  await page.getByRole("link", { name: "Remove upload…" }).click();
  await expect(page.getByRole("heading", { name: "Remove upload" })).toBeVisible();
  await page.getByRole("button", { name: "Remove upload" }).click();
  await expect(page).toHaveURL(new RegExp(`${doctor(project)}$`));
  await expect(page.getByText("No uploads yet.")).toBeVisible();
  await expect(page.getByRole("row", { name: /index-4f2a\.js/ })).toContainText(
    "no source map with this debug ID",
  );
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.locator(".frames")).toContainText("index-4f2a.js:1:1");
  await page.goto(`/${project.slug}/settings/audit`);
  await expect(
    page.getByRole("row", { name: /removed uploaded files: 2 files by form/ }),
  ).toBeVisible();
});

test("without debug IDs, source maps are found by release and file URL", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await send(crash({ file: "index.js", release: "web@1.2.3" }));
  await page.goto(doctor(project));
  const form = page.getByRole("form", { name: "Upload by hand" });
  const files = [chosen("index.js", "throw 1"), chosen("index.js.map", map())];
  await form.getByLabel("Files").setInputFiles(files);
  await form.getByLabel("URL prefix").fill(`${origin}/`);
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(
    page.getByText("None of these files has a debug ID. Enter the release"),
  ).toBeVisible();
  await form.getByLabel("Files").setInputFiles(files);
  await form.getByLabel("Release").fill("web@1.2.3");
  await form.getByRole("button", { name: "Upload" }).click();
  await expect(page.getByRole("row", { name: /~\/assets\/index\.js\.map/ })).toBeVisible();
  const [issue] = await project.issues();
  await openComplete(page, `/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.locator(".frames")).toContainText("src/cart.ts:3:3");
});

test("stale chunk errors form one issue with a label, releases, and routes", async ({
  ownerPage: page,
  project,
  send,
}) => {
  const gone = (value: string, release: string, transaction: string) => ({
    platform: "javascript",
    release,
    transaction,
    exception: { values: [{ type: "TypeError", value }] },
  });
  await send(
    gone(
      `Failed to fetch dynamically imported module: ${origin}/cart-B_jslZTw.js`,
      "web@1",
      "/cart",
    ),
  );
  await send(gone("Importing a module script failed.", "web@1", "/cart"));
  await send(
    gone(`error loading dynamically imported module: ${origin}/home-C0ffee-Q.js`, "web@2", "/home"),
  );
  const issues = await project.issues();
  expect(issues.map(({ title, count }) => [title, count])).toEqual([
    [`TypeError: error loading dynamically imported module: ${origin}/home-C0ffee-Q.js`, 3],
  ]);
  await page.goto(`/${project.slug}/issues/${issues[0]!.shortId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Stale chunk");
  await expect(page.getByText("A tab opened before a deploy")).toBeVisible();
  await expect(
    page.getByRole("table", { name: "Values of release" }).getByRole("row", { name: /web@1/ }),
  ).toContainText("67%");
  await expect(page.getByRole("table", { name: "Values of transaction" })).toContainText("/home");
  await page.getByRole("link", { name: /^Grouping/ }).click();
  await expect(page.getByText("The same failure family: a chunk of the application")).toBeVisible();
});

test("browser extension frames are marked, and their errors form a family", async ({
  ownerPage: page,
  project,
  send,
}) => {
  const frames = [
    {
      filename: "chrome-extension://aapbd/inject.js",
      function: "patch",
      lineno: 1,
      colno: 2,
      in_app: true,
    },
  ];
  const values = [{ type: "TypeError", value: "t is null", stacktrace: { frames } }];
  await send({ platform: "javascript", exception: { values } });
  const [issue] = await project.issues();
  expect(issue!).toMatchObject({ title: "TypeError: t is null", family: "extension" });
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.locator(".frame")).toContainText("browser extension");
});
