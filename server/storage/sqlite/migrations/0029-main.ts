/** Users who turned on the weekly digest. */
export const main0029 = `
CREATE TABLE weekly_digests (
  user_id INTEGER PRIMARY KEY REFERENCES users ON DELETE CASCADE
) STRICT;
`;
