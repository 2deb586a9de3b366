import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { sendEnvelope } from "#tests/harness/project.ts";
import { checkoutError, expect, test } from "./fixtures.ts";

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Serves a page of another origin with a plain form. */
function serveShop(action: string): Promise<Server> {
  const page = `<!doctype html><title>shop</title><form method="post" action="${action}">
    <textarea name="message" aria-label="Message"></textarea><input name="email" aria-label="Mail"><button>Send</button></form>
    <iframe src="${action}&name=Framed" title="Feedback"></iframe>`;
  const server = createServer((_request, response) =>
    response.setHeader("content-type", "text/html").end(page),
  );
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

test("visitors send feedback by form and iframe; a developer triages it", async ({
  ownerPage: page,
  spoor,
  project,
  context,
}) => {
  await page.goto(`/${project.slug}/feedback`);
  await expect(page.getByText("No feedback yet")).toBeVisible();
  const shop = await serveShop(
    `${spoor.url}/api/${project.id}/feedback/?sentry_key=${project.publicKey}`,
  );
  const visitor = await context.newPage();
  const address = `http://localhost:${(shop.address() as AddressInfo).port}/cart`;
  await visitor.goto(address);
  const frame = visitor.frameLocator("iframe");
  await expect(frame.getByLabel("Your name (optional)")).toHaveValue("Framed");
  await frame.getByRole("button", { name: "Send" }).click();
  await expect(frame.getByText("Required.")).toBeVisible();
  await frame.getByLabel("What happened?").fill("From the frame");
  await frame.getByRole("button", { name: "Send" }).click();
  await expect(frame.getByRole("heading", { name: "Thank you" })).toBeVisible();
  await visitor.getByLabel("Message").fill("The basket\nis empty");
  await visitor.getByLabel("Mail").fill("jo@example.com");
  await visitor.getByRole("button", { name: "Send" }).click();
  await expect(visitor.getByRole("heading", { name: "Thank you" })).toBeVisible();
  shop.close();

  // Accepted feedback is on the page within two seconds.
  await expect(async () => {
    await page.goto(`/${project.slug}/feedback`);
    await expect(page.getByRole("row", { name: /The basket/ })).toContainText("jo@example.com", {
      timeout: 1_000,
    });
  }).toPass();
  await expect(page.getByRole("button", { name: "Mark as spam" })).toBeHidden();
  await page.getByRole("searchbox", { name: "Search" }).fill("FRAME");
  await page.getByRole("searchbox", { name: "Search" }).press("Enter");
  await expect(page).toHaveURL(/query=FRAME/);
  await expect(page.getByRole("row", { name: /The basket/ })).toHaveCount(0);
  await page.getByRole("checkbox", { name: /^Select feedback/ }).check();
  await page.getByRole("button", { name: "Mark as spam" }).click();
  await expect(page.getByText("No feedback matches these filters.")).toBeVisible();
  await page.getByRole("link", { name: /^Unread 1/ }).click();
  await expect(page).toHaveURL(/state=unread/);
  await page.getByRole("link", { name: "Show all feedback" }).click();
  await expect(page).toHaveURL(/state=all/);
  await page
    .getByRole("row", { name: /The basket/ })
    .getByRole("checkbox")
    .check();
  await page.getByRole("button", { name: "Resolve" }).click();
  await expect(page.getByRole("link", { name: /^Resolved 1/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /From the frame/ })).toContainText("spam");
});

test("an event shows its user's feedback and attachments", async ({
  ownerPage: page,
  spoor,
  project,
}) => {
  const event_id = randomUUID().replaceAll("-", "");
  const words = JSON.stringify({ event_id, name: "Jo", comments: "It broke\nat the till" });
  const body = Buffer.concat([
    Buffer.from(
      `{"event_id":"${event_id}"}\n{"type":"event"}\n${JSON.stringify({ ...checkoutError, event_id })}\n`,
    ),
    Buffer.from(`{"type":"user_report"}\n${words}\n`),
    Buffer.from(
      `{"type":"attachment","filename":"till.log","content_type":"text/plain","length":11}\ntill opened\n`,
    ),
    Buffer.from(
      `{"type":"attachment","filename":"till.png","content_type":"image/png","length":${png.length}}\n`,
    ),
    png,
  ]);
  expect((await sendEnvelope(spoor, project, body)).status).toBe(200);
  const [issue] = await project.waitForIssues(1);
  await page.goto(`/${project.slug}/issues/${issue!.shortId}`);
  await expect(page.getByText("It broke")).toBeVisible();
  await expect
    .poll(() =>
      page
        .getByRole("img", { name: "till.png" })
        .evaluate((img: HTMLImageElement) => img.naturalWidth),
    )
    .toBe(1);
  await page.getByText("First lines").click();
  await expect(page.getByText("till opened")).toBeVisible();
  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "till.log" }).click();
  expect((await downloading).suggestedFilename()).toBe("till.log");
  await page
    .getByRole("main")
    .getByRole("link", { name: /^Feedback 1/ })
    .click();
  await expect(page.getByRole("heading", { name: "Feedback" })).toBeAttached();
  await expect(page).toHaveURL(/\/feedback$/);
  await expect(page.getByText("It broke")).toBeVisible();
});
