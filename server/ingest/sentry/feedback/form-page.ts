import { createHash } from "node:crypto";
import type { AllowedOrigin } from "#server/domain/project/allowed-origin.ts";
import { colors } from "#server/domain/mail/colors.ts";
import type { Reply } from "#server/ingest/request.ts";
import { type FeedbackValues, formFields, honeypot } from "./fields.ts";

/** Markup made here: everything inserted is text unless it is markup itself. */
type Html = { readonly text: string };

const entities: { [mark: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escaped = (text: string) => text.replace(/[&<>"']/g, (mark) => entities[mark]!);

/**
 * Data of the form page. It needs no script and loads nothing; other sites may frame it if the key
 * lists them.
 */
export type FormPage = {
  shows: "form" | "thanks" | "refusal";
  status: number;
  /** An error of the whole form. */
  sentence?: string;
  values?: FeedbackValues;
  errors?: { [field: string]: string };
  /** Origins that may frame it; without any, all. */
  allowedOrigins?: readonly AllowedOrigin[];
  /** Target of a redirect: browsers restrict forms to the policy's targets, including redirects. */
  returnTo?: string;
};

export function formPage(page: FormPage): Reply {
  const title = page.shows === "thanks" ? "Thank you" : "Feedback";
  const body = html`<!doctype html>
    <html lang="en">
      <meta charset="utf-8" /><meta name="viewport" content="width=device-width" /><meta
        name="robots"
        content="noindex"
      />
      <title>${page.errors ? `Not sent · ${title}` : title}</title>
      ${styleElement}
      <main>
        <h1>${title}</h1>
        ${contentOf(page)}
      </main>
    </html> `;
  return { status: page.status, headers: headersOf(page), body: body.text };
}

function contentOf(page: FormPage): Html {
  const { shows, sentence } = page;
  if (shows === "thanks") return html`<p>Your feedback was sent.</p>`;
  if (shows === "refusal") return html`<p role="alert">${sentence ?? ""}</p>`;
  return html`${sentence === undefined ? "" : html`<p class="error" role="alert">${sentence}</p>`}${form(page)}`;
}

const shown = ["message", "name", "email", honeypot];

function form({ values = {}, errors = {} }: FormPage): Html {
  const carried = formFields.filter((name) => !shown.includes(name) && values[name]);
  const hidden = carried.map(
    (name) => html`<input type="hidden" name="${name}" value="${values[name]!}" />`,
  );
  return html`<form method="post" novalidate>
    ${hidden}
    ${labeled(
      "message",
      "What happened?",
      errors,
      (marks) => html`<textarea ${marks} rows="6" required>${values["message"] ?? ""}</textarea>`,
    )}
    ${labeled("name", "Your name (optional)", errors, (marks) => html`<input ${marks} autocomplete="name" value="${values["name"] ?? ""}" />`)}
    ${labeled("email", "Your email (optional, for a reply)", errors, (marks) => html`<input ${marks} type="email" autocomplete="email" value="${values["email"] ?? ""}" />`)}
    <p class="empty">
      <label for="${honeypot}">Leave this empty</label
      ><input id="${honeypot}" name="${honeypot}" tabindex="-1" autocomplete="off" />
    </p>
    <p><button>Send</button></p>
  </form>`;
}

function labeled(
  name: string,
  label: string,
  errors: { [field: string]: string },
  field: (marks: Html) => Html,
): Html {
  const error = errors[name];
  const isFirst = error !== undefined && Object.keys(errors)[0] === name;
  const wrong = html` aria-invalid="true" aria-describedby="${name}-error"`;
  const marks = html`id="${name}"
  name="${name}"${error === undefined ? "" : wrong}${isFirst ? " autofocus" : ""}`;
  const note =
    error === undefined ? "" : html`<strong class="error" id="${name}-error">${error}</strong>`;
  return html`<p><label for="${name}">${label}</label>${field(marks)}${note}</p>`;
}

const color = (name: keyof typeof colors): string => `light-dark(${colors[name].join()})`;

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif;background:${color("desk")};color:${color("ink")}}
main{max-inline-size:32rem;margin:auto;padding:8px}h1{font-size:20px;line-height:1.3}label{display:block;font-weight:500}
input,textarea,button{box-sizing:border-box;font:inherit;padding:6px 10px;max-inline-size:100%;border:1px solid ${color("edge")};border-radius:6px;background:${color("sheet")};color:inherit}
input,textarea{inline-size:100%}button{border-color:${color("ink")};background:${color("ink")};color:${color("sheet")};font-weight:500}
:focus-visible{outline:2px solid ${color("accent")};outline-offset:2px}
.error{color:${color("bad")};font-weight:500}.empty{position:absolute;inset-inline-start:-99rem}`;
const styleElement: Html = { text: `<style>${style}</style>` };
const styleHash = createHash("sha256").update(style).digest("base64");

function headersOf({ allowedOrigins = [], returnTo }: FormPage): Reply["headers"] {
  const framedBy = allowedOrigins.length === 0 ? "*" : allowedOrigins.map(sourceOf).join(" ");
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    `form-action 'self'${returnTo === undefined ? "" : ` ${new URL(returnTo).origin}`}`,
    `frame-ancestors 'self' ${framedBy}`,
    "base-uri 'none'",
  ];
  return {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": policy.join("; "),
    // `no-referrer` would make the form's own origin `null`.
    "referrer-policy": "same-origin",
    "cache-control": "no-store",
  };
}

/** A domain with subdomains allows any port, which the policy expresses with a star. */
const sourceOf = (origin: AllowedOrigin) => (origin.startsWith("*.") ? `${origin}:*` : origin);

/**
 * A template of HTML. Inserted values are escaped, including in attributes (always in double
 * quotes).
 */
function html(parts: TemplateStringsArray, ...values: (string | Html | Html[])[]): Html {
  const text = parts.reduce((whole, part, index) => whole + markupOf(values[index - 1]!) + part);
  return { text };
}

function markupOf(value: string | Html | Html[]): string {
  if (typeof value === "string") return escaped(value);
  return Array.isArray(value) ? value.map(({ text }) => text).join("") : value.text;
}
