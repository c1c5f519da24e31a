import { IconArrowRight } from '../../../icons/icons.js';
import type { AuditEntry } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import classes from './audit.module.css';

type Facts = AuditEntry['before'];

/** Of an update what differs, before and after; of what was created or deleted, what it was. */
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

/** More are shown to those who ask. */
const maxShownOpen = 4;

const Value = ({ value, isGone = false }: { readonly value: unknown; readonly isGone?: boolean }) => {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return isGone ? <del>{text || '""'}</del> : <ins>{text || '""'}</ins>;
};
