export const main0012 = `
`;
