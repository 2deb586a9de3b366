import type { Program } from "../programs/program.ts";
import type { BenchedSpoor } from "../programs/spoor.ts";

/** A floor must render the page itself: its body's elements must equal the page's. */
export async function checkSameRows(spoor: BenchedSpoor, floors: Program[]): Promise<void> {
  const ours = await elements(spoor, spoor);
  for (const floor of floors) {
    const theirs = await elements(floor, spoor);
    const at = ours.findIndex((name, i) => name !== theirs[i]);
    if (at < 0 && ours.length === theirs.length && ours.length > 500) continue;
    const where = `element ${at} of ${ours.length}: ours <${ours[at]}>, the floor's <${theirs[at]}> of ${theirs.length}`;
    throw new Error(
      `The issue list and its floor no longer render the same tree (${where}): see tests/bench/floors.`,
    );
  }
}

/** From the header to the end of the main part; the rest belongs to the document. */
async function elements(
  { port }: Program,
  { pagesPath, sessionCookie }: BenchedSpoor,
): Promise<string[]> {
  const answer = await fetch(`http://127.0.0.1:${port}${pagesPath}/issues`, {
    headers: { cookie: sessionCookie },
  });
  const html = await answer.text();
  const part = html.slice(html.indexOf("<header"), html.indexOf("</main>"));
  return [...part.matchAll(/<([a-z]\w*)/g)].map(([, name]) => name!);
}
