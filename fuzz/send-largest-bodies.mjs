import { createSignInLink, createUser, defaultRevision } from '../bench/support/compiled-server.mjs';
import { encodeRequest } from './support/encode-request.mjs';
import { kindOfPath } from './support/known-ids.mjs';
import { largestBodiesFor, largestImports, textOf } from './support/largest-bodies.mjs';

const headers = [
  ['Host', 'localhost'],
  ['User-Agent', 'RegroveFuzz/1.0.0 (Regrove)'],
];

/**
 * Sends the largest allowed bodies to every operation that takes one; `look` sends them and checks the result.
 * `begin` is called when everything is prepared.
 */
export async function sendLargestBodies({ context, client, documents, member, begin, look }) {
  const { account, key } = member;
  const byKey = [['Authorization', `Bearer ${key}`]];
  const send = (method, target, credentials, recipe) =>
    look({
      method,
      target,
      headers: [...headers, ...credentials, ['Content-Type', recipe.type]],
      body: Buffer.from(textOf(recipe)),
      recipe,
    });

  const document = documents[defaultRevision];
  const ids = await createThings();
  const bySession = [
    ['Cookie', await signIn()],
    ['X-Regrove-App', '1'],
  ];
  await begin();
  for (const [template, methods] of Object.entries(document.paths)) {
    // The operations below an account have the same handlers.
    if (template.startsWith('/accounts/{account_id}')) continue;
    const path = template.replace('{id}', ids[kindOfPath(template)]);
    for (const [verb, operation] of Object.entries(methods))
      for (const body of largestBodiesFor(template, operation, document))
        await send(verb.toUpperCase(), `/v1${path}`, byKey, body);
  }
  for (const body of largestImports())
    for (const path of ['deposit-imports', 'deposit-imports/preview'])
      await send('POST', `/app/accounts/${account.id}/${path}`, bySession, body);

  /** Needed because a request for a missing resource is refused before its body is read. */
  async function createThings() {
    const create = async (path, fields) => {
      const body = Buffer.from(JSON.stringify(fields));
      const request = { method: 'POST', target: `/v1${path}`, headers: [...headers, ...byKey], body };
      const { text } = await client.send(encodeRequest(request), { method: 'POST', alone: false });
      return JSON.parse(text).id;
    };
    const server = { type: 'fmaudit', url: 'https://print.example', username: 'reader' };
    return {
      accounts: await create('/accounts', { name: 'Below' }),
      feeds: await create('/feeds', { type: 'fmaudit' }),
      servers: await create('/servers', server),
    };
  }

  async function signIn() {
    const user = await createUser(context, account.id, { email: 'largest@example.com' });
    const { token } = await createSignInLink(context, user, { isSent: false });
    const request = { method: 'POST', target: `/sign-in/${token}`, headers, body: Buffer.alloc(0) };
    const answer = await client.send(encodeRequest(request), { method: 'POST', alone: true });
    const [cookie] = /__Host-regrove-session=[^;]+/.exec(answer.headers.get('set-cookie') ?? '') ?? [];
    if (cookie === undefined) throw new Error(`Signing in answered ${answer.status}`);
    return cookie;
  }
}
