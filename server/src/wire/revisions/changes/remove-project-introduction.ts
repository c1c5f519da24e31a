import { Type } from '@sinclair/typebox';
import { Field } from '../../fields.js';
import { withField, type Change } from '../change.js';

export const removeProjectIntroduction: Change = {
  name: 'remove-project-introduction',
  description: 'Forestry projects no longer have `content_introduction`; use `content_body_html`.',
  shapes: {
    ForestryProject: withField(
      'content_introduction',
      'content_masthead',
      Field('A short introduction.', Type.String()),
    ),
  },
};
