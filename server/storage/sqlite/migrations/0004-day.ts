export const day0004 = `
`;
