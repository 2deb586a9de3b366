import * as v from "valibot";

/** Rules of fields, for forms, commands, and the command line. Messages are by field. */

export const requiredMessage = "Required.";

const text = v.string(requiredMessage);

/** 1–100 characters, trimmed. */
export const nameField = v.pipe(
  text,
  v.trim(),
  v.minLength(1, requiredMessage),
  v.maxLength(100, "Use at most 100 characters."),
);

/** Empty, or a whole number; digits may be grouped. */
export const wholeNumberField = (most: number) =>
  v.pipe(
    v.optional(v.string(), ""),
    v.transform((text) => text.replaceAll(/[\s,]/g, "")),
    v.check(
      (text) =>
        text === "" || (/^\d{1,12}$/.test(text) && Number(text) >= 1 && Number(text) <= most),
      `Enter a whole number from 1 to ${most.toLocaleString("en-US")}, or leave it blank.`,
    ),
    v.transform((text) => (text === "" ? undefined : Number(text))),
  );

/** First path segments used by Spoor: not available for projects. */
const reservedSlugs: readonly string[] = [
  "account",
  "api",
  "assets",
  "favicon",
  "forgot",
  "healthz",
  "invite",
  "login",
  "logout",
  "mcp",
  "metrics",
  "new",
  "projects",
  "readyz",
  "reset",
  "robots",
  "search",
  "settings",
  "setup",
  "share",
  "theme",
  "tunnel",
  "unsubscribe",
  "v1",
];

/** A project's name in URLs. */
export const slugField = v.pipe(
  text,
  v.trim(),
  v.minLength(1, requiredMessage),
  v.maxLength(50, "Use at most 50 characters."),
  v.regex(/^[a-z0-9-]+$/, "Use lowercase letters, digits, and hyphens only."),
  v.check((slug) => !reservedSlugs.includes(slug), "This slug is reserved. Choose another."),
);

// HTML's pattern for <input type=email> (WHATWG HTML, "valid e-email address").
const emailPattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

export const emailField = v.pipe(
  text,
  v.trim(),
  v.maxLength(254, "Use at most 254 characters."),
  v.regex(emailPattern, "Enter an email address, like mira@example.com."),
);

export const longestPassword = 1000;

/** At least 12 characters without composition rules; the upper limit bounds the cost of hashing. */
export const passwordField = v.pipe(
  text,
  v.minLength(12, "Use at least 12 characters. A passphrase works too."),
  v.maxLength(longestPassword, "Use at most 1,000 characters."),
);

/** True if a password is its owner's email address, in any case. */
export function equalsEmail(password: string, email: string): boolean {
  return password.trim().toLowerCase() === email.trim().toLowerCase();
}

export const passwordIsEmail = "Your password can't be your email address.";

/**
 * Platforms with instructions on the connect page. Clients may send others; this is the initial
 * value of a project.
 */
export const platforms = [
  "react-router",
  "remix",
  "nextjs",
  "express",
  "hono",
  "javascript",
  "node",
  "python",
  "ruby",
  "php",
  "go",
  "java",
  "dotnet",
  "opentelemetry",
  "other",
] as const;
export type Platform = (typeof platforms)[number];

export const platformField = v.picklist(platforms, "Select an option.");

/**
 * A slug generated from a name: `Web shop (EU)` → `web-shop-eu`. Empty if the name has no Latin
 * letter or digit.
 */
export function slugOf(name: string): string {
  const plain = name.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase();
  return plain
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 50)
    .replaceAll(/^-+|-+$/g, "");
}
