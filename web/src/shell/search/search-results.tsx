import { useEffect, useRef } from 'react';
import type { SearchHit } from '../../api/wire.js';
import type { Icon } from '../../icons/icon.js';
import {
  IconBuilding,
  IconCertificate,
  IconFileInvoice,
  IconFileText,
  IconPrinter,
  IconShoppingCart,
} from '../../icons/icons.js';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';
import classes from './search.module.css';

const kinds: Readonly<Record<SearchHit['kind'], readonly [label: MessageKey, icon: Icon]>> = {
  account: ['app.accounts.title', IconBuilding],
  certificate: ['app.certificates.title', IconCertificate],
  order: ['app.orders.title', IconShoppingCart],
  quote: ['app.quotes.title', IconFileText],
  invoice: ['app.invoices.title', IconFileInvoice],
  feed: ['app.feeds.title', IconPrinter],
};

interface SearchResultsProps {
  readonly id: string;
  readonly hits: readonly SearchHit[];
  readonly current: SearchHit | undefined;
  readonly onChoose: (hit: SearchHit) => void;
  readonly onPoint: (index: number) => void;
}

export function SearchResults({ id, hits, current, onChoose, onPoint }: SearchResultsProps) {
  const { t } = useI18n();
  const groups = Object.entries(kinds).map(([kind, [label]]) => ({
    kind,
    label,
    members: hits.filter((hit) => hit.kind === kind),
  }));
  return (
    <div id={id} role="listbox" aria-label={t('app.search.open')}>
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ kind, label, members }) => (
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <div id={`${id}-${kind}`} className={classes['kind']}>
              {t(label)}
            </div>
            {members.map((hit) => (
              <Hit
                key={hit.id}
                id={`${id}-${hit.id}`}
                hit={hit}
                isCurrent={hit === current}
                onChoose={() => onChoose(hit)}
                onPoint={() => onPoint(hits.indexOf(hit))}
              />
            ))}
          </div>
        ))}
    </div>
  );
}

interface HitProps {
  readonly id: string;
  readonly hit: SearchHit;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
}

function Hit({ id, hit, isCurrent, onChoose, onPoint }: HitProps) {
  const { day } = useI18n();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isCurrent) place.current?.scrollIntoView({ block: 'nearest' });
  }, [isCurrent]);
  const [, KindIcon] = kinds[hit.kind];
  const date = hit.date && day(hit.date);
  const title = hit.title ?? date ?? hit.id;
  const details = [hit.detail, hit.account_name, title === date ? null : date].filter(Boolean);
  return (
    // The keyboard is handled by the field, which has the focus.
    <div
      id={id}
      ref={place}
      role="option"
      aria-selected={isCurrent}
      className={classes['hit']}
      onClick={onChoose}
      onPointerMove={onPoint}
    >
      <KindIcon size={18} stroke={1.6} aria-hidden="true" className={classes['icon']} />
      <span className={classes['text']}>
        <bdi>{title}</bdi>
        {details.length > 0 && <span className={classes['detail']}>{details.join(' · ')}</span>}
      </span>
    </div>
  );
}
