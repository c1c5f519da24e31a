export function allNotices(root: string): Promise<string>;
