import { colors } from "./colors.ts";
import { escape, oneLine } from "./plain.ts";

/** The frame of an email's content. All fields are HTML, except `title` and `place`. */
type MailPage = {
  title: string;
  /** Next to the name Spoor: the project. */
  place?: string;
  content: string[];
  footer: string[];
};

const sans = "-apple-system,BlinkMacSystemFont,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const mono = "ui-monospace,'SF Mono','Cascadia Code',Menlo,Consolas,monospace";

export type MailColor = keyof typeof colors;

/**
 * Text, background, or border color: inline for every client, by class for those with dark mode.
 */
type Paint = { text?: MailColor; fill?: MailColor; edge?: MailColor };

/** The attributes of an element: `paint({ text: "soft" }, "margin:0")`. */
export function paint({ text, fill, edge }: Paint, style = ""): string {
  const classes = [text && `t-${text}`, fill && `f-${fill}`, edge && `e-${edge}`]
    .filter(Boolean)
    .join(" ");
  const inline = [
    ...(text ? [`color:${colors[text][0]}`] : []),
    ...(fill ? [`background-color:${colors[fill][0]}`] : []),
    ...(edge ? [`border-color:${colors[edge][0]}`] : []),
    ...(style === "" ? [] : [style]),
  ].join(";");
  return `class="${classes}" style="${inline}"`;
}

/** No images, and only link URLs: opening an email sends no request. */
export function mailPage({ title, place, content, footer }: MailPage): string {
  const where =
    place === undefined
      ? ""
      : ` <span ${paint({ text: "faint" }, "font-weight:400")}>· ${said(place)}</span>`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${said(title)}</title><style>:root{color-scheme:light dark}${darkRules()}</style></head>
<body ${paint({ text: "ink", fill: "desk" }, `margin:0;padding:0;font:14px/20px ${sans}`)}>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${paint({ fill: "desk" })}><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:600px;text-align:left">
<tr><td ${paint({ text: "ink" }, `padding:0 4px 12px;font:600 14px/20px ${sans}`)}>Spoor${where}</td></tr>
<tr><td ${paint({ text: "ink", fill: "sheet", edge: "line" }, `padding:20px;border-width:1px;border-style:solid;border-radius:10px;font:14px/20px ${sans};overflow-wrap:anywhere`)}>
${content.join("\n")}
</td></tr>
<tr><td ${paint({ text: "faint" }, `padding:12px 4px;font:12px/18px ${sans};overflow-wrap:anywhere`)}>${footer.join("<br>\n")}</td></tr>
</table></td></tr></table>
</body></html>
`;
}

function darkRules(): string {
  const rules = Object.entries(colors).map(
    ([name, [, dark]]) =>
      `.t-${name}{color:${dark}!important}.f-${name}{background-color:${dark}!important}.e-${name}{border-color:${dark}!important}`,
  );
  return `@media (prefers-color-scheme:dark){${rules.join("")}}`;
}

export const said = (text: string): string => escape(oneLine(text));

export const paragraph = (text: string): string => `<p style="margin:0 0 12px">${said(text)}</p>`;

export const heading = (text: string, tag: "h1" | "h2"): string =>
  `<${tag} ${paint({ text: "ink" }, `margin:0 0 8px;font-size:${tag === "h1" ? 20 : 16}px;line-height:${tag === "h1" ? 26 : 22}px;font-weight:600`)}>${said(text)}</${tag}>`;

export const link = (words: string, url: string): string =>
  `<a href="${escape(url)}" ${paint({ text: "accent" })}>${said(words)}</a>`;

/** The main action. Its border stays visible if a client inverts colors. */
export const button = (words: string, url: string): string =>
  `<p style="margin:16px 0 4px"><a href="${escape(url)}" ${paint({ text: "sheet", fill: "ink", edge: "ink" }, "display:inline-block;padding:8px 16px;border-width:1px;border-style:solid;border-radius:6px;font-weight:500;text-decoration:none")}>${said(words)}</a></p>`;

/** Longer labels are above their values: beside them, they would leave no room on phones. */
const longestLabel = 18;

export function facts(pairs: { label: string; value: string }[]): string[] {
  if (pairs.length === 0) return [];
  const isLong = pairs.some(({ label }) => label.length > longestLabel);
  const [pad, between] = isLong ? ["4px 0 0", "</tr><tr>"] : ["2px 16px 2px 0", ""];
  const rows = pairs.map(
    ({ label, value }) =>
      `<tr><th align="left" valign="top" ${paint({ text: "faint" }, `padding:${pad};font-weight:400${isLong ? "" : ";white-space:nowrap"}`)}>${said(label)}</th>${between}<td ${paint({ text: "ink" }, "padding:2px 0")}>${said(value)}</td></tr>`,
  );
  return [
    `<table cellpadding="0" cellspacing="0" style="margin:0 0 12px;font-size:13px;line-height:18px">${rows.join("")}</table>`,
  ];
}

/** Rows of code in one frame, with the failing one marked. */
export function codeBlock(rows: { text: string; isMarked?: boolean; isSoft?: boolean }[]): string {
  const cells = rows.map(({ text, isMarked = false, isSoft = false }) => {
    const colored = paint(
      { text: isSoft ? "soft" : "ink", ...(isMarked && { fill: "bad-wash", edge: "bad" }) },
      `padding:1px 10px;white-space:pre-wrap;overflow-wrap:anywhere${isMarked ? ";border-left-width:3px;border-left-style:solid;padding-left:7px" : ""}`,
    );
    return `<tr><td ${colored}>${escape(text)}</td></tr>`;
  });
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" ${paint({ fill: "tint", edge: "line" }, `margin:0 0 12px;padding:6px 0;border-width:1px;border-style:solid;border-radius:6px;font:12px/18px ${mono}`)}>${cells.join("")}</table>`;
}
