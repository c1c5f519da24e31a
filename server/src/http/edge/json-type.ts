/** The content type of every response under /v1. */
export const jsonType = 'application/json; charset=utf-8';
