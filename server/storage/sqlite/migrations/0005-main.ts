export const main0005 = `
`;
