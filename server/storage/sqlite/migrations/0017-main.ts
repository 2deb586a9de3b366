export const main0017 = `
`;
