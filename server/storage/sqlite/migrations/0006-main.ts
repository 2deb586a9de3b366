export const main0006 = `
`;
