/** Pages share it with mails, which are written floors below. */
export { Html, html, type Fragment } from '../../platform/text/html.js';
