export const main0016 = `
`;
