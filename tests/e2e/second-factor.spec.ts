import { randomUUID } from "node:crypto";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { codesOf } from "#tests/harness/people/authenticator.ts";
import { freePort } from "#tests/harness/free-port.ts";
import { startIdentityProvider } from "#tests/harness/servers/identity-provider.ts";
import { type Spoor, startSpoor } from "#tests/harness/spoor.ts";
import { expect, test } from "./fixtures.ts";

const password = "a dozen letters or more";

async function newcomer(spoor: Spoor): Promise<string> {
  const email = `flo-${randomUUID().slice(0, 8)}@example.com`;
  await spoor.run("user", "create", "--email", email, "--password", password, "--name", "Flo");
  return email;
}

async function fillSignIn(page: Page, email: string, origin = ""): Promise<void> {
  await page.goto(`${origin}/login?next=/account`);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("banner").locator(".account > summary").click();
  await page.getByRole("banner").getByRole("link", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/logout$/);
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page).toHaveURL(/\/login$/);
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
}

test("an authenticator app is set up, used, replaced by a code, and turned off", async ({
  page,
  spoor,
  withScripts,
}) => {
  const email = await newcomer(spoor);
  await fillSignIn(page, email);
  await page.getByRole("link", { name: "Two-factor authentication" }).click();
  await page.getByLabel("Current password").fill("not this one at all");
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  await expect(page.getByText("The current password is wrong.")).toBeVisible();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Set up authenticator app" }).click();
  await expect(page.getByRole("img", { name: /QR code/ })).toBeVisible();
  const secret = (await page.locator(".code-block code").textContent())!;
  const codeOf = codesOf(secret);
  if (withScripts) await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("123");
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByText("Wrong or expired code")).toBeVisible();
  await expect(page.locator(".code-block code")).toHaveText(secret);
  await page.getByLabel("Code", { exact: true }).fill(codeOf(0));
  await page.getByRole("button", { name: "Turn on" }).click();
  await expect(page.getByRole("heading", { name: "Recovery codes" })).toBeVisible();
  const recovery = (await page.locator(".code-block code").textContent())!.split("\n");
  expect(recovery).toHaveLength(10);
  if (withScripts) await expectAccessible(page);
  await page.getByRole("link", { name: "I saved the codes" }).click();
  await expect(page.getByText("Recovery codes left")).toBeVisible();

  await signOut(page);
  await fillSignIn(page, email);
  await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  if (withScripts) await expectAccessible(page);
  await page.getByLabel("Code", { exact: true }).fill("000000");
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByText("Wrong or expired code")).toBeVisible();
  await page.getByLabel("Code", { exact: true }).fill(codeOf(1));
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${spoor.url}/account`);

  await signOut(page);
  await fillSignIn(page, email);
  await page.getByLabel("Code", { exact: true }).fill(recovery[0]!.toUpperCase());
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page).toHaveURL(`${spoor.url}/account`);
  await page.getByRole("link", { name: "Two-factor authentication" }).click();
  await page.getByRole("link", { name: "Create new recovery codes" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Create new recovery codes" }).click();
  await expect(page.locator(".code-block code")).not.toContainText(recovery[1]!);
  const renewed = (await page.locator(".code-block code").textContent())!.split("\n");
  await page.getByRole("link", { name: "I saved the codes" }).click();
  await page.getByRole("link", { name: "Turn off" }).click();
  await page.getByLabel("Current password").fill(password);
  await page.getByLabel("Code", { exact: true }).fill(renewed[0]!);
  await page.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByText("The authenticator app is off.")).toBeVisible();
});

test("a passkey is registered, used, and removed; without scripts the page explains", async ({
  page,
  spoor,
  withScripts,
}) => {
  const email = await newcomer(spoor);
  // Passkeys need a host name; an IP address is not enough.
  const origin = spoor.url.replace("127.0.0.1", "localhost");
  await fillSignIn(page, email, origin);
  await page.getByRole("link", { name: "Passkeys" }).click();
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
  if (!withScripts) {
    await expect(page.getByText("Passkeys require JavaScript")).toBeVisible();
    await page.goto(`${origin}/logout`);
    await page.getByRole("button", { name: "Sign out" }).click();
    await expect(page.getByRole("button", { name: "Sign in", exact: true })).toBeVisible();
    await expect(page.getByRole("button", { name: /passkey/ })).toHaveCount(0);
    return;
  }
  const devices = await page.context().newCDPSession(page);
  await devices.send("WebAuthn.enable");
  const { authenticatorId } = await devices.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  await expectAccessible(page);
  await page.getByLabel("Name").fill("laptop");
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Add passkey" }).click();
  await expect(page.getByText("Added the passkey.")).toBeVisible();
  await expect(page.getByRole("row", { name: /laptop/ })).toContainText("Never");
  await expectAccessible(page);

  await signOut(page);
  await expectAccessible(page);
  await page.goto(`${origin}/login?next=/account/passkeys`);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page).toHaveURL(`${origin}/account/passkeys`);
  await expect(page.getByRole("row", { name: /laptop/ })).not.toContainText("Never");

  await devices.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await signOut(page);
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("No passkey was used.")).toBeVisible();
  await fillSignIn(page, email, origin);
  await page.getByRole("link", { name: "Passkeys" }).click();
  await page.getByRole("link", { name: "Remove laptop" }).click();
  await expect(page).toHaveURL(/\?remove=\d+$/);
  await page.getByLabel("Current password").fill(password);
  await page.getByRole("button", { name: "Remove laptop" }).click();
  await expect(page.getByText("No passkeys yet.")).toBeVisible();
});

test("single sign-on works in a browser and explains failures", async ({ page }) => {
  const port = await freePort();
  const service = await startIdentityProvider([`http://127.0.0.1:${port}`]);
  const spoor = await startSpoor({ environment: { ...service.environment, PORT: String(port) } });
  try {
    const email = await newcomer(spoor);
    service.present = { sub: "nobody", email: "nobody@example.com", email_verified: true };
    await page.goto(`${spoor.url}/account/sessions`);
    await page.getByRole("link", { name: "Sign in with Example Login" }).click();
    await expect(page.getByRole("alert")).toContainText("No account here has your email address");
    service.present = { sub: "flo", email, email_verified: true };
    await page.context().clearCookies();
    await page.getByRole("link", { name: "Sign in with Example Login" }).click();
    await expect(page).toHaveURL(`${spoor.url}/account/sessions`);
    await expect(page.getByText("this session")).toBeVisible();
  } finally {
    await spoor.remove();
    await service.close();
  }
});

test("owners see sign-in methods and reset a member's second factor", async ({
  ownerPage: page,
  spoor,
  withScripts,
}) => {
  const email = await newcomer(spoor);
  await page.goto("/settings");
  await page.getByRole("link", { name: "Authentication" }).click();
  await expect(page.getByText("SPOOR_OIDC_ISSUER")).toBeVisible();
  if (withScripts) await expectAccessible(page);
  await page.getByLabel("Require 2FA for all members").check();
  await page.getByRole("button", { name: "Save" }).click();
  await expect(
    page.getByText("Set up two-factor authentication for your own account first"),
  ).toBeVisible();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Reset second factor" }).click();
  await expect(page.getByText(`${email} can now sign in with only a password`)).toBeVisible();
});
