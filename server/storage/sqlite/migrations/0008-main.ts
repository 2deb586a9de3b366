export const main0008 = `
`;
