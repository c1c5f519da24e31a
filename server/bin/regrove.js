#!/usr/bin/env node
// Neither an import statement nor recent syntax may stand here: a Node that is too old has to get as far as the sentence.
const [major, minor] = process.versions.node.split('.').map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 13) || major >= 24;

if (isSupported) {
  void import('./start.js');
} else {
  console.error(
    `Regrove needs Node 20.19 or later, 22.13 or later, or 24 and above: this is Node ${process.versions.node}.`,
  );
  process.exitCode = 1;
}
