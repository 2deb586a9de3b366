/** Fields of a check-in that were not kept as they were sent: JSON. */
export const checkInNotes0007 = `
ALTER TABLE check_ins ADD COLUMN notes text COLLATE "C";
`;
