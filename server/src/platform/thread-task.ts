import { Refusal } from './errors.js';

/** What a thread hands back. Between threads an error loses its class, so a refusal goes as what it is made of. */
export type ThreadAnswer<Output> =
  { readonly value: Output } | { readonly refusal: Pick<Refusal, 'kind' | 'message' | 'reason'> };

/** Makes of a function what a thread can run. */
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

/** Bytes that came from another thread, as what they were there. Nothing is copied. */
export const bufferOf = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
