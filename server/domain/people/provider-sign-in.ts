/** What a sign-in service (an OpenID provider) says of a person, read from its signed answer. */
export type ProviderClaims = {
  issuer: string;
  subject: string;
  email?: string;
  /** The service vouches for the email address. */
  emailVerified: boolean;
  name?: string;
  /** How it asked (RFC 8176), and to which level. */
  methods: string[];
  level?: string;
};

/** Why single sign-on failed. The words travel in an address: nothing of it is ever printed. */
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

/** Sentences for the sign-in page; `name` is how the operator calls the service. */
export function refusalSentence(refusal: ProviderRefusal, name: string): string {
  const sentences: Record<ProviderRefusal, string> = {
    unreachable: `${name} isn't responding correctly. Try again later, or sign in with your password.`,
    stale: `This sign-in took more than 10 minutes, or was started in another browser. Sign in again.`,
    denied: `${name} denied the sign-in, or you canceled it.`,
    invalid: `The response from ${name} could not be verified. Sign in again. If this keeps happening, tell an owner.`,
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

/** RFC 8176: what is known, what is had, what one is. Two kinds of proof are two factors. */
const kinds = [
  ["pwd", "pin", "kba"],
  ["otp", "sms", "tel", "sc", "swk", "hwk", "pop"],
  ["fpt", "face", "iris", "retina", "vbm"],
];

/** Levels that say two factors: OpenID's phishing-resistant ones, REFEDS' profile. */
const strongLevels = ["phr", "phrh", "https://refeds.org/profile/mfa"];

/** Whether the service says that it asked for two factors. Silence is no. */
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

/** `*` stands for every domain. Subdomains are domains of their own. */
export function isOfDomain(email: string, domains: readonly string[]): boolean {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  return domains.some((each) => each === "*" || each === domain);
}
