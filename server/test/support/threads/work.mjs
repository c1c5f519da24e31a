import { setTimeout as pause } from 'node:timers/promises';

/** Does what the test asks for, including failures. */
export async function run({ doing, value }) {
  switch (doing) {
    case 'answer':
      return { value };
    case 'refuse':
      return { refusal: { kind: 'invalid', message: value } };
    case 'throw':
      throw new TypeError(value);
    case 'wait':
      Atomics.wait(new Int32Array(value), 0, 0);
      return { value: 'waited' };
    case 'hang':
      await pause(2 ** 30);
      break;
    case 'exit':
      process.exit(3);
      break;
    case 'spin':
      spin();
      break;
    case 'eat': {
      const eaten = [];
      for (;;) eaten.push(new Array(100_000).fill(eaten.length));
    }
  }
}

function spin() {
  for (;;);
}
