/** Users who turned on the weekly digest. */
export const weeklyDigests0011 = `
CREATE TABLE weekly_digests (
  user_id bigint PRIMARY KEY REFERENCES users ON DELETE CASCADE
);
`;
