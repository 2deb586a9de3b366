export async function describeStorage(_folder: string): Promise<{ file: string; bytes: number }[]> { return []; }
export async function checkStorage(_folder: string): Promise<{ file: string; fault?: string }[]> { return []; }
