import {
  changeFields,
  expectAbsent,
  rename,
  takeOut,
  type Fields,
  type RevisionRules,
} from '../revision-rules.js';

const createsServer = (method: string, path: string): boolean =>
  method === 'POST' && path.endsWith('/servers');

export const rules: RevisionRules = {
  requiresUserAgent: false,
  missingPaths: ['/orders'],
  ownBodies: ['/deposits', '/deposits/batch', '/quotes', '/servers', '/servers/:id'],
  toRevision: (body, method, path) => {
    const renamed = changeFields(body, (fields) => rename(fields, 'gsm', 'density')) as Fields;
    return createsServer(method, path) ? { contact: 'it@example.com', ...renamed } : renamed;
  },
  textToRevision: (text, method, path) => {
    const renamed = text.replaceAll('"gsm"', '"density"');
    return createsServer(method, path)
      ? renamed.replace(/^\{(?=")/, '{"contact":"it@example.com",')
      : renamed;
  },
  fromRevision: (fields) => {
    expectAbsent(fields, 'gsm');
    if ('density' in fields) return rename(fields, 'density', 'gsm');
    if ('code' in fields && typeof fields['error'] === 'string') {
      return { ...fields, error: fields['error'].replaceAll('density', 'gsm') };
    }
    if ('certificate_id' in fields || 'serial_numbers' in fields) {
      expectAbsent(fields, 'order_id');
      return { ...fields, order_id: null };
    }
    if ('standard_pages' in fields) {
      expectAbsent(fields, 'project_ids', 'biomass_offset_ids');
      const offsetId = fields['biomass_offset_id'];
      return {
        ...fields,
        project_ids: [fields['project_id']],
        biomass_offset_ids: offsetId === null ? [] : [offsetId],
      };
    }
    if ('forest_latitude' in fields) return takeOut(fields, 'content_introduction');
    if ('username' in fields) return takeOut(fields, 'contact');
    return fields;
  },
};
