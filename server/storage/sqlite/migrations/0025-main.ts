/** Fields of a check-in that were not kept as they were sent: JSON. */
export const main0025 = `
ALTER TABLE check_ins ADD COLUMN notes TEXT;
`;
