import * as v from "valibot";
import { type AllowedPrivate, outgoingUrlFault } from "#server/domain/net/allowed-private.ts";
import { requiredMessage } from "./fields.ts";

/**
 * A URL that Spoor will call: http(s), without credentials, and not in a private network unless
 * allowed.
 */
export const webhookUrlField = (allowed: AllowedPrivate) =>
  v.pipe(
    v.string(requiredMessage),
    v.trim(),
    v.minLength(1, requiredMessage),
    v.maxLength(2_000, "Use at most 2,000 characters."),
    v.rawCheck(({ dataset, addIssue }) => {
      const fault = dataset.typed ? outgoingUrlFault(dataset.value, allowed) : undefined;
      if (fault !== undefined) addIssue({ message: fault });
    }),
  );
