// `npm run pictures` creates the README's pictures from sample data in both themes. The same source
// creates the same pictures.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { launchBrowser } from "#tests/harness/browser.ts";
import { clickToQuery, startSampleSpoor } from "#tests/harness/sample-spoor.ts";

/** 2026-11-20, a Friday, at noon, as in the visual test. */
const frozenAt = 1_795_176_000_000;
const folder = fileURLToPath(new URL("../.github/", import.meta.url));
const viewport = { width: 1280, height: 800 };

const spoor = await startSampleSpoor({ frozenAt });
const browser = await launchBrowser();
try {
  const pages = { overview: "", trace: `/traces/${await clickToQuery(spoor)}` };
  for (const colorScheme of ["light", "dark"] as const) {
    const context = await browser.newContext({ viewport, colorScheme, javaScriptEnabled: false });
    await context.addCookies([{ name: "spoor_session", value: spoor.session, url: spoor.url }]);
    const page = await context.newPage();
    for (const [name, path] of Object.entries(pages)) {
      await page.goto(`${spoor.url}/${spoor.slug}${path}`);
      await page.evaluate(() => document.fonts.ready);
      await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
    }
    await context.close();
  }
} finally {
  await browser.close();
  await spoor.remove();
}
