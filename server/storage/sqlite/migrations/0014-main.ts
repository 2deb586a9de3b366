export const main0014 = `
`;
