import * as v from "valibot";
import { emailField } from "#server/domain/form/fields.ts";
import type { ProviderClaims } from "#server/domain/people/provider-sign-in.ts";

const text = v.fallback(
  v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(1000))),
  undefined,
);

/** Some providers write booleans as strings. Malformed claims are ignored. */
const schema = v.object({
  iss: v.string(),
  sub: v.string(),
  email: v.fallback(v.optional(emailField), undefined),
  email_verified: v.fallback(
    v.optional(v.union([v.boolean(), v.picklist(["true", "false"])])),
    undefined,
  ),
  name: text,
  amr: v.fallback(v.optional(v.array(v.string())), undefined),
  acr: text,
});

/** A person's claims: those of the verified ID token take precedence over the userinfo response. */
export function claimsOf(claims: object): ProviderClaims {
  const { iss, sub, email, email_verified, name, amr, acr } = v.parse(schema, claims);
  return {
    issuer: iss,
    subject: sub,
    methods: amr ?? [],
    emailVerified: email_verified === true || email_verified === "true",
    ...(email !== undefined && { email }),
    ...(name !== undefined && { name: name.slice(0, 100) }),
    ...(acr !== undefined && { level: acr }),
  };
}
