import { expect, test } from "./fixtures.ts";

const at = (where: string, type: string, value: string) => ({
  platform: "node",
  exception: {
    values: [
      {
        type,
        value,
        stacktrace: { frames: [{ function: where, filename: "app/pay.ts", in_app: true }] },
      },
    ],
  },
});

test("two issues are merged from the list, redirect, and are unmerged", async ({
  ownerPage: page,
  project,
  send,
}) => {
  for (const value of ["card refused", "card refused again"])
    await send(at("charge", "PaymentError", value));
  await send(at("refund", "PaymentError", "refund refused"));
  const issues = await project.issues();
  const [one, other] = ["card refused", "refund refused"].map((text) =>
    issues.find(({ title }) => title.includes(text))!,
  );
  const list = `/${project.slug}/issues`;

  await page.goto(list);
  for (const { shortId } of [one!, other!])
    await page.getByRole("row").filter({ hasText: shortId }).getByRole("checkbox").check();
  await page.getByText("Merge…").click();
  await page.getByRole("button", { name: "Merge issues" }).click();
  await expect(page).toHaveURL(`${list}/${one!.shortId}`);
  await expect(page.getByRole("link", { name: "All events 3" })).toBeVisible();

  await page.goto(`${list}/${other!.shortId}/merged`);
  await expect(page, "the old address leads on").toHaveURL(`${list}/${one!.shortId}/merged`);
  await page.getByRole("row").filter({ hasText: other!.shortId }).getByRole("checkbox").check();
  await page.getByRole("button", { name: "Unmerge selected" }).click();
  await expect(page).toHaveURL(`${list}/${other!.shortId}`);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("refund refused");

  await page.getByRole("link", { name: "Grouping", exact: true }).click();
  await page.getByRole("link", { name: "Similar issues" }).click();
  await expect(page.getByRole("row").filter({ hasText: one!.shortId })).toContainText("3 events");
  await page.getByRole("button", { name: `Merge ${one!.shortId} into ${other!.shortId}` }).click();
  await expect(page.getByText("No similar issues.")).toBeVisible();
  await page.goto(`${list}/${one!.shortId}`);
  await expect(page).toHaveURL(`${list}/${other!.shortId}`);
});

test("grouping rules are previewed on past events before saving", async ({
  ownerPage: page,
  project,
  send,
}) => {
  await send(at("charge", "PaymentError", "card refused"));
  await send(at("refund", "RefundError", "no refund"));
  await page.goto(`/${project.slug}/settings/grouping`);
  const rules = page.getByLabel("Rules, one per line");
  await rules.fill("path:**/pay.ts -> payments\nkind:x -> y");
  await page.getByRole("button", { name: "Preview on the last week" }).click();
  await expect(page.locator("#rules-error")).toContainText("Line 2, at kind:x");
  await rules.fill("path:**/pay.ts -> payments");
  await page.getByRole("button", { name: "Preview on the last week" }).click();
  await expect(page.getByRole("row").filter({ hasText: "a new issue" })).toContainText("all 1");
  await page.getByRole("button", { name: "Save rules" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();
  await expect(rules).toHaveValue("path:**/pay.ts -> payments");
});
