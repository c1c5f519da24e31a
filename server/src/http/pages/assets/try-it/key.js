/* global addEventListener */
import { pinnedRevision } from './send.js';

// The key is here and in the fields that show it, and nowhere else: it is gone with the page.
let key = '';
let pinned;
const watchers = new Set();

export const currentKey = () => key;

export function setKey(value) {
  if (value === key) return;
  key = value;
  pinned = undefined;
  for (const watch of watchers) watch(key);
}

/** Calls `watch` with every new key, and with the current one. */
export function watchKey(watch) {
  watchers.add(watch);
  watch(key);
}

/** The server says whether a key is valid. That a key is one of a sandbox can be seen. */
export const isOfSandbox = (text) => text.startsWith('rg_test_');

/** The revision that the key is pinned to; asked once for each key. Undefined if it is not known. */
export function revisionOfKey() {
  pinned ??= pinnedRevision(key);
  return pinned;
}

// The browser may keep the page to show it again when people go back.
addEventListener('pagehide', () => setKey(''));
