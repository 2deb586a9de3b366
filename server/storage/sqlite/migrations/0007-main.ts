export const main0007 = `
`;
