import { secrecyOf } from "./secret-key.ts";

export const filtered = "[Filtered]";

// Looks that fail for nearly all strings; they must stay free of anything that backtracks far.
const suspicious = /-----BEGIN |earer |asic [A-Za-z0-9]|eyJ[A-Za-z0-9]|:\/\/[^\s/?#@]*@|\d{4}[ -]?\d{4,6}[ -]?\d{4}/;
const suspiciousField =
  /[?&;][^=&?#\s]{0,40}?(?:pass|pwd|secret|token|auth|cookie|sess|sid=|csrf|xsrf|cred|priv|key|jwt)/i;

const privateKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g;
const authorization = /\b(bearer|basic) +[A-Za-z0-9+/=_.~-]{8,}/gi;
const webToken = /(?<![\w-])eyJ[A-Za-z0-9_-]{5,}\.eyJ[A-Za-z0-9_-]{5,}\.[A-Za-z0-9_-]*/g;
const userinfo = /(:\/\/[^\s/?#:@]*):[^\s/?#@]+@/g;
const queryField = /([?&;])([^=&?#\s]{1,60})=([^&#\s]+)/g;
const digits = /(?<![\w.-])\d(?:[ -]?\d){13,18}(?![\w-]|\.\d)/g;

/** The text with what looks like a secret replaced, wherever it stands; the same string where nothing does. */
export function withoutSecrets(text: string): string {
  if (text.length < 8) return text;
  const bare = suspicious.test(text) ? withoutShapes(text) : text;
  return suspiciousField.test(bare) ? bare.replace(queryField, withoutField) : bare;
}

function withoutShapes(text: string): string {
  return text
    .replace(privateKey, filtered)
    .replace(authorization, `$1 ${filtered}`)
    .replace(webToken, filtered)
    .replace(userinfo, `$1:${filtered}@`)
    .replace(digits, (number) => (isCardNumber(number.replace(/\D/g, "")) ? filtered : number));
}

/** A query string or form body that does not begin with `?`. */
export function withoutSecretFields(query: string): string {
  return withoutSecrets(`&${query}`).slice(1);
}

function withoutField(whole: string, mark: string, name: string, value: string): string {
  return value !== filtered && secrecyOf(name) !== undefined ? `${mark}${name}=${filtered}` : whole;
}

// Amex, Diners, Visa, Mastercard, Discover and UnionPay by first digits and length: a bare Luhn check would take one
// numeric id in ten for a card.
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
