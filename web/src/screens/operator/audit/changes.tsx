import { IconArrowRight } from '../../../icons/icons.js';
import type { AuditEntry } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import classes from './audit.module.css';

type Facts = AuditEntry['before'];

/** For updates, both values of each field; for creations and deletions, the one there is. */
export function Changes({ before, after }: { readonly before: Facts; readonly after: Facts }) {
  const { t } = useI18n();
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (names.length === 0) return null;
  const list = (
    <dl className={classes['changes']}>
      {names.map((name) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd data-technical>
            {before && name in before && <Value value={before[name]} isGone />}
            {before && after && name in before && name in after && (
              <IconArrowRight size={14} aria-label="→" className={classes['arrow']} />
            )}
            {after && name in after && <Value value={after[name]} />}
          </dd>
        </div>
      ))}
    </dl>
  );
  if (names.length <= maxShownOpen) return list;
  return (
    <details className={classes['more']}>
      <summary>{t('app.operator.audit.fields', { fields: names.length })}</summary>
      {list}
    </details>
  );
}

/** Longer lists are collapsed. */
const maxShownOpen = 4;

const Value = ({ value, isGone = false }: { readonly value: unknown; readonly isGone?: boolean }) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isGone ? <del>{text || '""'}</del> : <ins>{text || '""'}</ins>;
};
