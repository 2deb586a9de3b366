import { gzipSync } from "node:zlib";
import type { CheckedInstance } from "./instance.ts";
import type { CheckedPage } from "./pages.ts";

export type PlainPage = { name: string; kib: number; problems: string[] };

/**
 * Fetches a page and checks its plain text, without scripts and styles, and its compressed size.
 */
export async function readPlain(
  { name, url, as, status }: CheckedPage,
  { session }: CheckedInstance,
): Promise<PlainPage> {
  const cookie = as === "owner" ? `spoor_session=${session}` : "spoor_step=begun";
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const html = await answer.text();
  const kib = gzipSync(html).length / 1024;
  const main = textOf(/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "");
  const heading = textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "");
  const problems = [
    ...(answer.status === status ? [] : [`answers ${answer.status}`]),
    ...(heading.length > 2 && main.includes(heading) ? [] : [`its heading is “${heading}”`]),
    ...(main.length > heading.length + 20 ? [] : [`says no more than “${main}”`]),
    ...(/\bloading\b|(?<!properties of )\bundefined\b|\bNaN\b|\[object|Invalid Date/i
      .exec(main)
      ?.map((word) => `says “${word}”`) ?? []),
    ...(kib <= 15 ? [] : [`is ${kib.toFixed(1)} KiB`]),
  ];
  return { name, kib, problems };
}

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
