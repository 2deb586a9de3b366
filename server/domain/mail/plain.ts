/** Control characters would end a header or a paragraph; repeated spaces add nothing. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

const entities: { [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
export const escape = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
