import { gzipSync } from "node:zlib";
import type { CareInstance } from "./instance.ts";
import type { CarePage } from "./pages.ts";

export type PlainPage = { name: string; kib: number; wrong: string[] };

/** The page as it comes over the wire and what a reader of plain text gets of it: no script, no style. */
export async function readPlain({ name, url, as, status }: CarePage, { session }: CareInstance): Promise<PlainPage> {
  const cookie = as === "owner" ? `spoor_session=${session}` : "spoor_step=begun";
  const answer = await fetch(url, { headers: { cookie }, redirect: "manual" });
  const html = await answer.text();
  const kib = gzipSync(html).length / 1024;
  const main = textOf(/<main[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? "");
  const heading = textOf(/<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? "");
  const wrong = [
    ...(answer.status === status ? [] : [`answers ${answer.status}`]),
    ...(heading.length > 2 && main.includes(heading) ? [] : [`its heading is “${heading}”`]),
    ...(main.length > heading.length + 20 ? [] : [`says no more than “${main}”`]),
    ...(/\bloading\b|(?<!properties of )\bundefined\b|\bNaN\b|\[object|Invalid Date/i
      .exec(main)
      ?.map((word) => `says “${word}”`) ?? []),
    ...(kib <= 15 ? [] : [`is ${kib.toFixed(1)} KiB`]),
  ];
  return { name, kib, wrong };
}

const textOf = (html: string) =>
  html
    .replaceAll(/<(script|style)\b.*?<\/\1>/gs, " ")
    .replaceAll(/<[^>]+>/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
