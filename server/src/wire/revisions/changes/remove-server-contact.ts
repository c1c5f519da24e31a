import { Type } from '@sinclair/typebox';
import { Email, Nullable } from '../../fields.js';
import { removed, type Change } from '../change.js';

export const removeServerContact: Change = {
  name: 'remove-server-contact',
  description: 'Servers no longer have a `contact`, which was required.',
  shapes: {
    Server: removed('contact', 'username', Nullable(Type.String())),
    NewServer: removed('contact', 'password', Email),
    ServerChanges: removed('contact', 'password', Type.Optional(Email)),
  },
};
