/**
 * Escapes text for Slack and compatible services so that it is printed literally. Slack requires
 * escaping `&`, `<`, and `>`, which also disables its commands (`<!channel>`). Mattermost and
 * Discord notify all members for a bare `@all`, and turn `[words](address)` into links: a
 * zero-width space breaks both.
 */
export function slackText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll(/[&<>]/g, (character) => entities[character]!)
    .replaceAll(/@(?=\S)/g, "@\u200B")
    .replaceAll("](", "]\u200B(");
}

/** A link; without an address, plain text. */
export function slackLink(words: string, url: string | undefined): string {
  const shown = slackText(words);
  if (url === undefined) return shown;
  return `<${url.replaceAll("&", "&amp;").replaceAll("|", "%7C").replaceAll("<", "%3C").replaceAll(">", "%3E")}|${shown}>`;
}

/** Truncates to this many characters without splitting an entity. */
export function cutSlackText(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most - 1).replace(/&\w{0,4}$|<[^>]*$/, "")}…`;
}

const entities: { [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
