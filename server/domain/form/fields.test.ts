import * as v from "valibot";
import { expect, test } from "vitest";
import { emailField, equalsEmail, nameField, passwordField, slugField, slugOf } from "./fields.ts";
import { readForm } from "./read-form.ts";

const accepts = (schema: v.GenericSchema, value: unknown) => v.safeParse(schema, value).success;

test("a slug is 1–50 lower-case letters, digits, and hyphens, and not reserved", () => {
  expect(["a", "shop-2", "x".repeat(50)].every((slug) => accepts(slugField, slug))).toBe(true);
  for (const slug of ["", "Shop", "a b", "a/b", "é", "x".repeat(51), "login", "api", "projects"])
    expect(accepts(slugField, slug), slug).toBe(false);
});

test("email addresses follow HTML's pattern", () => {
  for (const email of ["a@b", "mira+spoor@mail.example.com"])
    expect(accepts(emailField, email), email).toBe(true);
  for (const email of ["", "a", "a@", "@b", "a b@c", "a@b..c", "a@-b"])
    expect(accepts(emailField, email), email).toBe(false);
});

test("a password must be long and not the email address", () => {
  expect(accepts(passwordField, "aaaaaaaaaaaa")).toBe(true);
  expect(accepts(passwordField, "aaaaaaaaaaa")).toBe(false);
  expect(equalsEmail(" Mira@Example.com", "mira@example.com")).toBe(true);
});

test("a slug is derived from a name", () => {
  expect(slugOf("  Web shop (EU)! ")).toBe("web-shop-eu");
  expect(slugOf("Größe № 1")).toBe("gro-e-no-1");
  expect(slugOf("店")).toBe("");
});

test("an invalid form returns each field's first message and values, without the password", () => {
  const form = new FormData();
  form.set("name", "");
  form.set("password", "short");
  form.set("other", "kept");
  const read = readForm(
    v.object({ name: nameField, password: passwordField, email: emailField }),
    form,
  );
  expect(read).toEqual({
    ok: false,
    errors: {
      name: "Required.",
      password: "Use at least 12 characters. A passphrase works too.",
      email: "Required.",
    },
    values: { name: "", other: "kept" },
  });
});
