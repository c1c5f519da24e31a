/** Shared with mails, which are in a lower layer. */
export { Html, html, type Fragment } from '../../platform/text/html.js';
