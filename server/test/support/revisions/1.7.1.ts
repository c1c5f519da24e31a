import { takeOut, type RevisionRules } from '../revision-rules.js';

export const rules: RevisionRules = {
  requiresUserAgent: true,
  missingPaths: [],
  fromRevision: (fields) => {
    if (!('forest_latitude' in fields)) return fields;
    if (fields['content_introduction'] !== '') throw new Error('content_introduction must be empty');
    const body = String(fields['content_body_html']).replace(/^<p>An introduction<\/p>/, '');
    return takeOut({ ...fields, content_body_html: body }, 'content_introduction');
  },
};
