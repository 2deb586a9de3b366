export const main0020 = `
`;
