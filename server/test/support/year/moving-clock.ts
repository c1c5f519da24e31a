import { chmodSync, closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { compileShiftedClock } from '../compile-shifted-clock.mjs';
import type { Environment } from '../regrove-process.js';

/** A wall clock that all processes with its settings share. It runs at normal speed, and jumps where it is told to. */
export class MovingClock {
  readonly #compiled = compileShiftedClock();
  readonly #file: number;
  #shiftSeconds = 0;
  /** Makes a process use it. */
  readonly env: Environment;

  constructor() {
    const path = join(this.folder, 'seconds');
    this.#file = openSync(path, 'w');
    this.#write();
    chmodSync(path, 0o644);
    this.env = { LD_PRELOAD: this.#compiled.library, SHIFT_CLOCK_FILE: path };
  }

  /** Where programs can be put that other users run. */
  get folder(): string {
    return this.#compiled.folder;
  }

  now(): Date {
    return new Date(Date.now() + this.#shiftSeconds * 1_000);
  }

  /** Never back: a clock that is set back has tests of its own. */
  jumpTo(time: Date): void {
    if (time < this.now()) throw new Error(`The clock would go back to ${time.toISOString()}`);
    this.#shiftSeconds = Math.round((time.getTime() - Date.now()) / 1_000);
    this.#write();
  }

  /** The first time, to any date. */
  beginAt(time: Date): void {
    this.#shiftSeconds = Math.round((time.getTime() - Date.now()) / 1_000);
    this.#write();
  }

  remove(): void {
    closeSync(this.#file);
    this.#compiled.remove();
  }

  #write(): void {
    const bytes = Buffer.alloc(8);
    bytes.writeBigInt64LE(BigInt(this.#shiftSeconds));
    writeSync(this.#file, bytes, 0, bytes.length, 0);
  }
}
