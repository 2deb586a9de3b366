/**
 * Text as Slack, and those that take the same messages, print it and do nothing else with it. Slack
 * wants `&`, `<` and `>` escaped, which takes its commands (`<!channel>`) away. Mattermost and
 * Discord notify all members at a bare `@all`, and make links of `[words](address)`: a space
 * without width breaks both.
 */
export function slackText(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim()
    .replaceAll(/[&<>]/g, (character) => entities[character]!)
    .replaceAll(/@(?=\S)/g, "@\u200B")
    .replaceAll("](", "]\u200B(");
}

/** Words that lead somewhere; without an address the words alone. */
export function slackLink(words: string, url: string | undefined): string {
  const shown = slackText(words);
  if (url === undefined) return shown;
  return `<${url.replaceAll("&", "&amp;").replaceAll("|", "%7C").replaceAll("<", "%3C").replaceAll(">", "%3E")}|${shown}>`;
}

/** At most so many characters, without cutting an entity in two. */
export function cutSlackText(text: string, most: number): string {
  return text.length <= most
    ? text
    : `${text.slice(0, most - 1).replace(/&\w{0,4}$|<[^>]*$/, "")}…`;
}

const entities: { [character: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
