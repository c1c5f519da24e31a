import { changeUser } from '../../src/features/users/change-user.js';
import type { Json } from './api-client.js';
import { signInVisitor, createInvitedUser, type VisitResponse, type Visitor } from './visitor.js';
import type { World } from './world.js';

/** An operator of the installation who is signed in with a browser. */
export interface SignedInOperator {
  readonly userId: string;
  readonly visitor: Visitor;
  send(method: string, path: string, body?: unknown): Promise<VisitResponse>;
  /** The same for requests that must succeed; returns the response body. */
  sendOk(method: string, path: string, body?: unknown): Promise<Json>;
  upload(path: string, file: Buffer, mediaType: string, method?: 'PUT' | 'POST'): Promise<VisitResponse>;
}

export async function signInOperator({ server, stranger }: World): Promise<SignedInOperator> {
  const user = await createInvitedUser(server, stranger.account, { fullName: 'Op Erator' });
  await changeUser(server.running.instance.context, stranger.account.id, user.id, { isOperator: true });
  const visitor = await signInVisitor(server, user);
  const send: SignedInOperator['send'] = (method, path, body) =>
    visitor.app(method, `/app/operator/${path}`, body);
  return {
    userId: user.id,
    visitor,
    send,
    async sendOk(method, path, body) {
      const { status, body: answer } = await send(method, path, body);
      if (status !== 200) throw new Error(`${method} ${path}: ${JSON.stringify(answer)}`);
      return answer;
    },
    upload: (path, file, mediaType, method = 'PUT') =>
      visitor.visit(method, `/app/operator/${path}`, {
        file,
        headers: { 'x-regrove-app': '1', 'content-type': mediaType },
      }),
  };
}
