import { secrecyOf } from "./secret-key.ts";

export const filtered = "[Filtered]";

// Patterns that fail for nearly all strings; they must not backtrack far.
const suspicious =
  /-----BEGIN |earer |asic [A-Za-z0-9]|eyJ[A-Za-z0-9]|:\/\/[^\s/?#@]*@|\d{4}[ -]?\d{4,6}[ -]?\d{4}/;
const suspiciousField =
  /(?:pass|pwd|secret|token|auth|cookie|sess|sid|csrf|xsrf|cred|priv|key|jwt)[\w.\]-]{0,30}["']?\s{0,3}[=:]/i;

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const authorization = /\b(bearer|basic) +([A-Za-z0-9+/=_.~-]{8,})/gi;
/** A credential: English words contain neither digits nor inner capitals. */
const unspeakable = /\d|[a-z][A-Z]|=$/;
const webToken = /(?<![\w-])eyJ[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g;
const userinfo = /(:\/\/[^\s/?#:@]*):[^\s/?#@]+@/g;
const field = /(^|[?&;,\s])([\w.[\]%-]{1,60})=([^&#\s,;"']+)/g;
const quotedField =
  /(["'])([\w .-]{1,60})\1(\s{0,3}:\s{0,3})(["'])((?:(?!\4)[^\\]|\\.){1,8192})\4/gs;
const headerLine = /^([\w-]{1,60}):[^\r\n]*/gm;
const digits = /(?<![\w.-])\d(?:[ -]?\d){13,18}(?![\w-]|\.\d)/g;

/** The text with all secret patterns replaced; the same string if there are none. */
export function withoutSecrets(text: string): string {
  if (text.length < 8) return text;
  const bare = suspicious.test(text) ? withoutShapes(text) : text;
  // Most texts have neither character, and searching for one costs a tenth of the expression.
  if (!bare.includes("=") && !bare.includes(":")) return bare;
  return suspiciousField.test(bare) ? withoutFields(bare, isSecretName) : bare;
}

function withoutShapes(text: string): string {
  return text
    .replace(privateKey, filtered)
    .replace(authorization, (whole, scheme: string, said: string) =>
      unspeakable.test(said) ? `${scheme} ${filtered}` : whole,
    )
    .replace(webToken, filtered)
    .replace(userinfo, `$1:${filtered}@`)
    .replace(digits, (number) => (isCardNumber(number.replace(/\D/g, "")) ? filtered : number));
}

/** Headers as one text: `Name: value` on each line. */
export function withoutLines(text: string, isSecret: (name: string) => boolean): string {
  return text.replace(headerLine, (line, name: string) =>
    isSecret(name) ? `${name}: ${filtered}` : line,
  );
}

const isSecretName = (name: string) => secrecyOf(name) !== undefined;

/**
 * `name=value` of queries, forms, and sentences, and `"name": "value"` of JSON and similar formats
 * within a text.
 */
export function withoutFields(text: string, isSecret: (name: string) => boolean): string {
  return text
    .replace(field, (whole, mark: string, name: string) =>
      isSecret(name) ? `${mark}${name}=${filtered}` : whole,
    )
    .replace(quotedField, (whole, quote: string, name: string, colon: string, valueQuote: string) =>
      isSecret(name)
        ? `${quote}${name}${quote}${colon}${valueQuote}${filtered}${valueQuote}`
        : whole,
    );
}

// Amex, Diners, Visa, Mastercard, Discover, and UnionPay by first digits and length: a Luhn check
// alone would match one numeric ID in ten.
const cardShape =
  /^(?:3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|6(?:011|5\d\d|2\d\d)\d{12,15})$/;

export function isCardNumber(digits: string): boolean {
  return cardShape.test(digits) && passesLuhn(digits);
}

function passesLuhn(digits: string): boolean {
  let sum = 0;
  for (let fromEnd = 0; fromEnd < digits.length; fromEnd++) {
    const digit = Number(digits[digits.length - 1 - fromEnd]) * (fromEnd % 2 === 0 ? 1 : 2);
    sum += digit > 9 ? digit - 9 : digit;
  }
  return sum % 10 === 0;
}
