export const main0009 = `
`;
