const maxKept = 60;
const nobody = '0190ffff-ffff-7fff-8fff-ffffffffffff';

/** Ids by kind of resource; requests refer to them by index: «quotes:3». */
export function createKnownIds(seeds) {
  const kinds = new Map();
  const idsOf = (kind) => kinds.get(kind) ?? kinds.set(kind, []).get(kind);

  const add = (kind, id, owner) => {
    const known = idsOf(kind);
    if (known.some((one) => one.id === id)) return;
    known.push({ id, owner });
    if (known.length > maxKept) known.shift();
  };
  for (const [kind, ids] of Object.entries(seeds)) for (const id of ids) add(kind, id);

  /** Mostly one that the account can access: otherwise hardly any request would find a resource. */
  const pick = (kind, at, account) => {
    const known = kind === 'any' ? [...kinds.values()].flat() : idsOf(kind);
    const near = known.filter(({ owner }) => owner === undefined || owner === account);
    const choice = near.length > 0 && at % 6 > 0 ? near : known;
    return choice.length === 0 ? nobody : choice[at % choice.length].id;
  };

  return {
    /** Collects ids from a response. */
    learn(template, body) {
      const kind = kindOfPath(template);
      for (const one of Array.isArray(body) ? body : [body]) {
        if (typeof one?.id === 'string') add(kind, one.id, one.account_id);
        for (const [name, value] of Object.entries(one ?? {})) {
          const isId = typeof value === 'string' && /_id$/.test(name) && name !== 'external_id';
          if (isId) add(kindOfField(name), value, one.account_id);
        }
      }
    },
    fill: (text, account) =>
      text.replaceAll(/«(\w+):(\d+)»/g, (_, kind, at) => pick(kind, Number(at), account)),
  };
}

/** /accounts/{account_id}/biomass/offsets/{id} -> biomass_offsets */
export const kindOfPath = (template) => {
  const before = template.replace(/^\/accounts\/\{account_id\}/, '').split('/{id}')[0];
  return before.slice(1).replaceAll('/', '_') || 'accounts';
};

/** biomass_offset_id -> biomass_offsets; both kinds of projects share one list of ids. */
export const kindOfField = (name) =>
  name.includes('project') ? 'projects' : `${name.replace(/_ids?$/, '')}s`;
