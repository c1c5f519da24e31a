import { Refusal } from './errors.js';

/** The result of a thread. An error loses its class between threads, so a refusal is sent as its parts. */
export type ThreadAnswer<Output> =
  | { readonly value: Output }
  | { readonly refusal: Pick<Refusal, 'kind' | 'message' | 'reason'> };

/** Wraps a function so that a thread can run it. */
export const threadTask =
  <Input, Output>(work: (input: Input) => Output | Promise<Output>) =>
  async (input: Input): Promise<ThreadAnswer<Output>> => {
    try {
      return { value: await work(input) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { kind, message, reason } = error;
      return { refusal: { kind, message, ...(reason && { reason }) } };
    }
  };

/** Bytes from another thread, as a Buffer again. Does not copy. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
