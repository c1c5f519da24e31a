import { documentShell, type Shell } from '../document-shell.js';
import { html, type Html } from '../html.js';
import type { Assets } from '../reference/reference-assets.js';

/** The document around a page of the guide or of results. */
export const documentationShell = (assets: Assets, shell: Omit<Shell, 'head'>): Html =>
  documentShell(assets, {
    ...shell,
    head: html`<link rel="stylesheet" href="${assets.guideStyle.path}" /> ${searchScript(assets)}`,
  });

export const searchScript = ({ search }: Assets): Html =>
  html`<script src="${search.path}" type="module"></script>`;
