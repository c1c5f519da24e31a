/** In pixels, as link previews expect it. */
export const cardSize = { width: 1200, height: 630 } as const;
