/** Requests that `spoor replay` took in, by the SHA-256 of what the spool had: none is taken in twice, by whichever process. */
export const replayed0003 = `
CREATE TABLE replayed (
  digest text COLLATE "C" PRIMARY KEY,
  at bigint NOT NULL
);
`;
