import type { FastifyInstance } from 'fastify';
import { addPasskeyInSession } from '../../features/sessions/add-passkey-in-session.js';
import { newPasskeyOptions } from '../../features/users/passkeys/add-passkey.js';
import { removePasskey, renamePasskey } from '../../features/users/passkeys/change-passkey.js';
import { findPasskeysOnNodes } from '../../features/users/passkeys/passkey-store.js';
import { NewPasskey, PasskeyChanges, presentPasskey } from '../../wire/dashboard/passkey.js';
import { deleted } from '../../wire/fields.js';
import { contextOf, idOf } from '../edge/request-state.js';
import { bodyReader } from '../edge/read-body.js';
import { sessionOf } from './signed-in.js';

/** The passkeys of the signed-in person. */
export function mountPasskeys(app: FastifyInstance): void {
  const readNew = bodyReader(NewPasskey);
  const readChanges = bodyReader(PasskeyChanges);
  // A person's own way to sign in, so restricted users may change it, too.
  const own = { config: { isForRestricted: true } };
  // What a session needs that can do nothing before a passkey is added.
  const first = { config: { isForRestricted: true, isForAwaitingPasskey: true } };

  app.get('/passkeys', async (request) => {
    const { rows } = await findPasskeysOnNodes(contextOf(request).db, sessionOf(request).user.email);
    return rows.map(presentPasskey);
  });

  app.post('/passkeys/options', first, (request) =>
    newPasskeyOptions(contextOf(request), sessionOf(request).user),
  );

  app.post('/passkeys', first, async (request, reply) => {
    const added = readNew(request.body);
    const passkey = await addPasskeyInSession(contextOf(request), sessionOf(request), added);
    return reply.code(201).send(presentPasskey(passkey));
  });

  app.patch('/passkeys/:id', own, async (request) => {
    const { name } = readChanges(request.body);
    return presentPasskey(
      await renamePasskey(contextOf(request), sessionOf(request).user, idOf(request), name),
    );
  });

  app.delete('/passkeys/:id', own, async (request) => {
    const id = idOf(request);
    await removePasskey(contextOf(request), sessionOf(request).user, id);
    return deleted(id);
  });
}
