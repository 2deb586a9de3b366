export const day0005 = `
`;
