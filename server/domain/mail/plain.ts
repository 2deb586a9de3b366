/** Control characters would end a header or a paragraph; two blanks say no more than one. */
export const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim();

const entities: { [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};
export const escape = (text: string) =>
  text.replaceAll(/[&<>"]/g, (character) => entities[character]!);
