/** The server's content security policy takes style tags with this value only. */
export const styleNonce = (): string =>
  document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]')?.nonce ?? '';

/** What locks the scrolling behind a dialog writes its own style tag, and looks for the value under this name. */
export function exposeStyleNonce(): void {
  Object.assign(globalThis, { __webpack_nonce__: styleNonce() });
}
