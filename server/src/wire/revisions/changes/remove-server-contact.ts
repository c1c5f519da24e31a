import { Type } from '@sinclair/typebox';
import { Email, Field, Nullable, Optional } from '../../fields.js';
import { withField, type Change } from '../change.js';

const description = 'Email address of the contact for this server.';

export const removeServerContact: Change = {
  name: 'remove-server-contact',
  description: 'Servers no longer have a `contact`, which was required.',
  shapes: {
    Server: withField('contact', 'username', Field(description, Nullable(Type.String()))),
    NewServer: withField('contact', 'password', Field(description, Email)),
    ServerChanges: withField('contact', 'password', Field(description, Optional(Email))),
  },
};
