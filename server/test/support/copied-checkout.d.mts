export function copyCheckout(root: string): Promise<void>;
