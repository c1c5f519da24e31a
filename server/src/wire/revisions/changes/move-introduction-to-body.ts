import { Type } from '@sinclair/typebox';
import { Field } from '../../fields.js';
import { withField, type Change } from '../change.js';

/** Introductions are plain text. */
const escaped = (text: string): string =>
  text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);

export const moveIntroductionToBody: Change = {
  name: 'move-introduction-to-body',
  description:
    'Forestry projects have a `content_introduction` again, which is always empty; the introduction is the first paragraph of `content_body_html`.',
  shapes: {
    ForestryProject: {
      ...withField(
        'content_introduction',
        'content_masthead',
        Field('Always empty: the introduction is in `content_body_html`.', Type.String()),
      ),
      fromModel: (project) => {
        const { content_introduction: introduction, content_body_html: body } = project;
        if (typeof introduction === 'string' && introduction !== '')
          project['content_body_html'] = `<p>${escaped(introduction)}</p>${String(body)}`;
        project['content_introduction'] = '';
      },
    },
  },
};
