/** The content type of every answer under /v1. */
export const jsonType = 'application/json; charset=utf-8';
