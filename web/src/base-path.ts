const below = /^\/sandbox\/[\da-f-]{36}(?=\/|$)/;

/** What all addresses of a sandbox begin with; empty if the app is live. Going from one to the other loads the app anew. */
export const basePath: string = below.exec(location.pathname)?.[0] ?? '';

export const isInSandbox: boolean = basePath !== '';

/** Where the dashboard of a sandbox begins. */
export const sandboxPath = (id: string): string => `/sandbox/${id}/`;
