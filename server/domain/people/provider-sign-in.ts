/** Claims of a single sign-on provider (OpenID) about a person, from its signed response. */
export type ProviderClaims = {
  issuer: string;
  subject: string;
  email?: string;
  /** The provider has verified the email address. */
  emailVerified: boolean;
  name?: string;
  /** How it authenticated (RFC 8176), and at which level. */
  methods: string[];
  level?: string;
};

/** Why single sign-on failed. These codes are in a URL, and are never displayed. */
export const providerRefusals = [
  "unreachable",
  "stale",
  "denied",
  "invalid",
  "limited",
  "unverified",
  "domain",
  "unknown",
  "other-account",
  "disabled",
  "second-factor",
] as const;
export type ProviderRefusal = (typeof providerRefusals)[number];

/** Messages for the sign-in page; `name`: the provider's configured name. */
export function refusalSentence(refusal: ProviderRefusal, name: string): string {
  const sentences: Record<ProviderRefusal, string> = {
    unreachable: `${name} isn't responding correctly. Try again later, or sign in with your password.`,
    stale: `This sign-in took more than 10 minutes or was started in another browser. Sign in again.`,
    denied: `${name} denied the sign-in, or you canceled it.`,
    invalid: `The response from ${name} could not be verified. Sign in again. If this keeps happening, contact an owner.`,
    limited: "Too many attempts. Try again in a few minutes.",
    unverified: `${name} hasn't verified your email address. Verify it there, or sign in with your password.`,
    domain: `Your email domain at ${name} isn't allowed here. Ask an owner for an invitation.`,
    unknown: `No account here has your email address at ${name}. Ask an owner for an invitation.`,
    "other-account": `The account with your email address is linked to another user at ${name}. Sign in with your password, or ask an owner.`,
    "second-factor":
      "Your account is protected by a passkey: sign in with it. If you have lost it, ask an owner of this instance.",
    disabled: "This account has been disabled. Ask an owner.",
  };
  return sentences[refusal];
}

/** RFC 8176: knowledge, possession, biometrics. Two kinds are two factors. */
const kinds = [
  ["pwd", "pin", "kba"],
  ["otp", "sms", "tel", "sc", "swk", "hwk", "pop"],
  ["fpt", "face", "iris", "retina", "vbm"],
];

/** Levels that imply two factors: OpenID's phishing-resistant ones, and REFEDS' profile. */
const strongLevels = ["phr", "phrh", "https://refeds.org/profile/mfa"];

/** Whether the provider states that it used two factors. No statement means no. */
export function provesTwoFactors({
  methods,
  level,
}: Pick<ProviderClaims, "methods" | "level">): boolean {
  const proven = kinds.filter((kind) => kind.some((method) => methods.includes(method)));
  return (
    methods.includes("mfa") ||
    proven.length > 1 ||
    (level !== undefined && strongLevels.includes(level))
  );
}

/** `*` matches every domain. Subdomains are separate domains. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((each) => each === "*" || each === domain);
}
