export const main0013 = `
`;
