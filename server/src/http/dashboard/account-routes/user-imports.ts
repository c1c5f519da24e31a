import { checkUsers, importUsers, invitationsWaiting } from '../../../features/users/import-users.js';
import {
  ImportedUsers,
  presentUserPreview,
  UserFile,
  UserPreview,
} from '../../../wire/dashboard/user-import.js';
import { readUserFile } from '../../../wire/user-file.js';
import { route } from '../../route.js';

export const userImportRoutes = [
  route({
    operation: 'previewUserImport',
    method: 'POST',
    path: '/user-imports/preview',
    summary: 'Who a file would invite, and what is wrong with it; writes nothing',
    body: UserFile,
    reply: UserPreview,
    acceptsIdempotencyKey: false,
    handle: async ({ context, account, body }) => {
      const { lines, faults } = await readUserFile(body.csv);
      const checked = await checkUsers(context.db, account.id, lines);
      const waiting = await invitationsWaiting(context, checked.resolved);
      return presentUserPreview({ ...checked, faults: [...faults, ...checked.faults] }, waiting);
    },
  }),
  route({
    operation: 'importUsers',
    method: 'POST',
    path: '/user-imports',
    summary: 'Invite everybody in a file, or nobody',
    body: UserFile,
    reply: ImportedUsers,
    handle: async ({ context, account, body }) =>
      importUsers(context, account.id, await readUserFile(body.csv)),
  }),
];
