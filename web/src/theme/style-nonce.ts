/** The content security policy only allows style tags with this nonce. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** The library that locks scrolling behind a dialog adds a style tag, and reads the nonce from this variable. */
export function exposeStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
