/** PostgreSQL's unique_violation: of an UPDATE, which has no ON CONFLICT, the way to learn that a name is taken. */
const uniqueViolation = "23505";

/** What `change` gives; "taken" where another row has what must be unique, and nothing is changed. Not inside a transaction. */
export async function unlessTaken<T>(change: Promise<T>): Promise<T | "taken"> {
  try {
    return await change;
  } catch (error) {
    if ((error as { code?: unknown }).code === uniqueViolation) return "taken";
    throw error;
  }
}
