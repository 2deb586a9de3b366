export const main0015 = `
`;
