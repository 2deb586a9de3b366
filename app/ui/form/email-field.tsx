import type { ReactNode } from "react";
import type { WrongForm } from "#server/domain/form/read-form.ts";
import { Field } from "./field.tsx";

type EmailProps = {
  /** Whose email it is: the visitor's own, which browsers fill in, or another person's. */
  of: "visitor" | "other";
  hint?: ReactNode;
  wrong?: WrongForm;
};

export function EmailField({ of, hint, wrong }: EmailProps) {
  return (
    <Field
      label="Email"
      name="email"
      type="email"
      autoComplete={of === "visitor" ? "username" : "off"}
      hint={hint}
      required
      wrong={wrong}
    />
  );
}
