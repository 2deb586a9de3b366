/** Settings of projects; sketches by operation and time, web vitals, samples. */
export const main0003 = `
ALTER TABLE projects ADD COLUMN settings TEXT NOT NULL DEFAULT '{}';
`;
