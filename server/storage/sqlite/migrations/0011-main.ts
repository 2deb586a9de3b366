export const main0011 = `
`;
