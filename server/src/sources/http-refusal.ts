import { SourceTrouble } from './trouble.js';

/** An answer that is none. What a status means beyond refused credentials is for the protocol above to say. */
export class HttpRefusal extends SourceTrouble {
  constructor(readonly status: number) {
    super(status === 401 || status === 403 ? 'login' : 'other', `the server answered ${status}`);
  }
}
