/**
 * Whether a field's name means a secret. `weak` names (a session, or a token that may be a page's
 * cursor) count only in fields set by machines, not in names chosen by people, such as tags.
 */
type Secrecy = "strong" | "weak" | undefined;

// One pass that fails for nearly all names; only possible secrets are split into words.
const suspicious =
  /pass|pwd|secret|token|auth|cookie|sess|sid$|csrf|xsrf|cred|priv|api|access|sign|encrypt|master|card|cvv|cvc|jwt|bearer|connection/i;

const workingDirectory = /^(?:OLD)?PWD$/;

const listed = (text: string) => new Set(text.trim().split(/\s*,\s*/));

const strongWords = listed(`
  password, passwd, passphrase, passcode, pwd, secret, secrets, credential, credentials, authorization, cookie, cookies,
  csrf, xsrf, csrftoken, xsrftoken, csrfmiddlewaretoken, jwt, bearer, cvv, cvc, apikey, apisecret, privatekey, secretkey,
  accesskey, authtoken, accesstoken, refreshtoken, setcookie`);

const strongPairs = listed(`
  api key, private key, secret key, access key, signing key, encryption key, master key, auth key, card number,
  credit card, connection string, session token, access token, auth token, api token, refresh token, bearer token,
  security code`);

const weakWords = listed("session, sessionid, sessid, phpsessid, jsessionid, sid");
const weakPairs = listed("session id, session key");

export function secrecyOf(name: string): Secrecy {
  if (name.length > 100 || !suspicious.test(name) || workingDirectory.test(name)) return undefined;
  const words = wordsOf(name);
  if (
    words.some(
      (word, index) => strongWords.has(word) || strongPairs.has(`${word} ${words[index + 1]}`),
    )
  )
    return isAbout(words) ? undefined : "strong";
  const last = words.at(-1)!;
  if (last === "token" || last === "auth" || last === "pass") return "strong";
  if (weakWords.has(last) && words.length <= 3) return "weak";
  return weakPairs.has(words.slice(-2).join(" ")) && name !== "session.id" ? "weak" : undefined;
}

// `password_length`, `cookies_enabled`, `secretCount`: facts about a secret, not the secret.
const factWords = listed(`
  length, count, enabled, disabled, required, valid, present, type, policy, strength, name, names, expires, expiry,
  expired, changed, reset, version, size, limit, at, ttl, age, consent, url`);
const isAbout = (words: string[]) => words.length > 1 && factWords.has(words.at(-1)!);

const addressLike = /(?:client|remote|real|connecting)[._-]?(?:ip|addr)|ip[_-]?addr|forwarded/i;
/** Fails for nearly all names, at the cost of one of the two tests it replaces. */
export const isTelling = RegExp(`${suspicious.source}|${addressLike.source}`, "i");

const addressPairs = listed(`
  ip address, client ip, client address, remote ip, remote addr, remote address, real ip, connecting ip, forwarded for`);

/**
 * `REMOTE_ADDR`, `X-Forwarded-For`, `ip_address`, `http.client_ip`: fields with the sender's
 * address.
 */
export function isAddressName(name: string): boolean {
  if (name.length > 100 || !addressLike.test(name)) return false;
  const words = wordsOf(name);
  const isHeader =
    words.at(-1) === "forwarded" && [undefined, "http", "header"].includes(words.at(-2));
  return isHeader || words.some((word, index) => addressPairs.has(`${word} ${words[index + 1]}`));
}

/** `accessToken`, `ACCESS_TOKEN`, `x-access-token`, `HTTPAuth` as lowercase words. */
function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word !== "");
}
