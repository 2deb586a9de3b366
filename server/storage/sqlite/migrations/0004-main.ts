export const main0004 = `
`;
