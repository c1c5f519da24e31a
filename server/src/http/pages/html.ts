/** Pages share it with mails, which stand on a lower layer. */
export { Html, html, type Fragment } from '../../platform/text/html.js';
