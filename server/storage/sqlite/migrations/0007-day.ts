/** The span that was active when an event happened. Events of earlier versions name none here, though their bodies may. */
export const day0007 = `
ALTER TABLE events ADD COLUMN span_id TEXT;
`;
