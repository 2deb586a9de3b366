const maxLength = 200;
const maxSegments = 8;

/** A number, a UUID, or a word that only a machine would write: hex or base64 of some length, with digits in it. */
const id =
  /^(?:\d+|[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}|(?=.*\d)[\da-f]{8,}|(?=.*\d)(?=.*[a-z])[\da-z_]{16,}|\d{4}-\d\d-\d\d)$/i;

/**
 * The page at a path where nobody knows its route: `/orders/42?tab=notes` is `/orders/:id`, so that one page is one row.
 * Words with a number in them (`/2-for-1`, `/v2`) are names and stay.
 */
export function pageOfPath(path: string): string {
  const bare = path.split(/[?#]/, 1)[0]!.slice(0, maxLength);
  const segments = bare.split("/").filter((segment) => segment !== "");
  const shown = segments.slice(0, maxSegments).map((segment) => (id.test(segment) ? ":id" : segment));
  return `/${[...shown, ...(segments.length > maxSegments ? ["…"] : [])].join("/")}`;
}
