import { Type } from '@sinclair/typebox';
import { Email, Field, Nullable } from '../../fields.js';
import { removed, type Change } from '../change.js';

const description = 'Email address of the contact for this server.';

export const removeServerContact: Change = {
  name: 'remove-server-contact',
  description: 'Servers no longer have a `contact`, which was required.',
  shapes: {
    Server: removed('contact', 'username', Field(description, Nullable(Type.String()))),
    NewServer: removed('contact', 'password', Field(description, Email)),
    ServerChanges: removed('contact', 'password', Field(description, Type.Optional(Email))),
  },
};
