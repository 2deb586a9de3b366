import { expect, test } from "./fixtures.ts";

// The life cycle of an alert rule, with and without scripts.

test("an alert rule is created from a template, corrected, edited, muted, and deleted", async ({
  ownerPage: page,
  project,
  send,
}) => {
  const basket = { message: "the basket is empty", environment: "production" };
  await send(basket);
  await send(basket);
  await page.goto(`/${project.slug}/alerts`);
  await expect(page.getByRole("row", { name: /New issues/ })).toContainText("Email to all members");
  await page.getByRole("link", { name: "New rule" }).click();
  await expect(page.getByRole("heading", { name: "New alert rule" })).toBeVisible();
  await page.getByRole("link", { name: "Error frequency", exact: true }).click();
  await expect(page).toHaveURL(/kind=frequency/);

  await page.getByLabel("Name").fill("Empty baskets");
  await page.getByLabel("has more than").fill("some");
  await page.getByLabel("Only issues that match").fill("basket");
  await page.getByLabel("Environment", { exact: true }).last().selectOption("production");
  await page.getByRole("button", { name: "Create rule" }).click();
  const wrong = page.getByLabel("has more than");
  await expect(wrong).toHaveAccessibleDescription(/whole number/);
  await expect(wrong).toBeFocused();
  await expect(page.getByLabel("Name")).toHaveValue("Empty baskets");

  await wrong.fill("1,000");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.getByText("This rule would have triggered 0 times in the last 7 days."),
  ).toBeVisible();
  await wrong.fill("1");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(
    page.getByText(
      /triggered 1 time in the last 7 days, in the hours from [A-Z]\w\w \d+, .* UTC\.$/,
    ),
  ).toBeVisible();
  await wrong.fill("1,000");
  await page.getByRole("button", { name: "Preview" }).click();
  await expect(page.getByText("triggered 0 times")).toBeVisible();
  await expect(wrong).toHaveValue("1,000");
  await expect(page.getByLabel("Only issues that match")).toHaveValue("basket");
  await page.getByRole("button", { name: "Create rule" }).click();
  await expect(page.getByRole("heading", { name: "Empty baskets" })).toBeVisible();
  await expect(page.getByRole("main")).toContainText(
    "An issue has more than 1,000 events in an hour, in production",
  );
  await expect(page.getByRole("row", { name: /the basket is empty/ })).toContainText("2 events");

  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByLabel("has more than").fill("2000");
  await page.getByRole("button", { name: "Save changes" }).click();
  await expect(page.getByRole("main")).toContainText("more than 2,000 events");

  await page.getByText("Mute", { exact: true }).click();
  await page.getByRole("button", { name: "Until I unmute" }).click();
  await expect(page.getByRole("button", { name: "Unmute" })).toBeVisible();
  await page.getByRole("button", { name: "Unmute" }).click();
  await expect(page.getByText("Mute", { exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Send test notification" }).click();
  await expect(page.getByRole("region", { name: "Deliveries" })).toContainText(
    "Test of alert rule",
  );

  await page.getByRole("link", { name: "Delete" }).click();
  await page.getByRole("button", { name: "Delete rule" }).click();
  await expect(page).toHaveURL(new RegExp(`/${project.slug}/alerts$`));
  await expect(page.getByRole("main")).not.toContainText("Empty baskets");
});

test("a webhook secret is shown only in the response to the form", async ({
  ownerPage: page,
  project,
}) => {
  await page.goto(`/${project.slug}/alerts/new?kind=release`);
  await page.getByLabel("Webhook URL", { exact: true }).fill("https://hooks.example.com/in");
  await page.getByRole("button", { name: "Create rule" }).click();
  await expect(page.getByRole("main")).toContainText("whsec_");
  await page.getByRole("link", { name: "View rule" }).click();
  await expect(page.getByRole("main")).toContainText("webhook to hooks.example.com");
  await expect(page.getByRole("main")).not.toContainText("whsec_");
  await page.getByRole("link", { name: "Edit" }).click();
  await page.getByRole("button", { name: "Rotate secret" }).click();
  await expect(page.getByRole("main")).toContainText("whsec_");
});
