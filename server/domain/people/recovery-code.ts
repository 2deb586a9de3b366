/** Letters without lookalikes. 32 letters, five bits each. */
const letters = "abcdefghjkmnpqrstuvwxyz023456789";

export const recoveryCodeCount = 10;
/** 80 bits: too many to guess, even with a stolen database of hashes. */
export const recoveryCodeBytes = 10;
const length = (recoveryCodeBytes * 8) / 5;

/** `k7m2-px9w-q4td-a3ne`, from ten random bytes. */
export function recoveryCodeOf(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");
  const text = (bits.match(/.{5}/g) ?? [])
    .map((five) => letters[Number.parseInt(five, 2)])
    .join("");
  return (text.match(/.{4}/g) ?? []).join("-");
}

/** For input without spaces and hyphens (`codeAsTyped`). */
export function isRecoveryCode(typed: string): boolean {
  return typed.length === length && [...typed].every((letter) => letters.includes(letter));
}
