/** Issues whose text has changed since the index of words read it. */
export const main0027 = `
CREATE TABLE issue_words_due (
  issue_id INTEGER PRIMARY KEY REFERENCES issues ON DELETE CASCADE
) STRICT;
`;
