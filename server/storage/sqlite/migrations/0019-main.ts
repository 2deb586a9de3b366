export const main0019 = `
`;
