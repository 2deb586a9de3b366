export const main0018 = `
`;
