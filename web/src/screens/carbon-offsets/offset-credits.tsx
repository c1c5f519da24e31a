import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { CarbonRetirement } from '@regrove/sdk';
import { accountKey, useScope } from '../../api/scope.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { StatusBadge } from '../../components/status-badge.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './carbon-offsets.module.css';

/** The credits of an offset, and whether they are retired. */
export function OffsetCredits({ id }: { readonly id: string }) {
  const { t } = useI18n();
  const { account, client } = useScope();
  const query = useQuery({
    queryKey: accountKey(account.id, 'carbon-offsets', id, 'retirements'),
    queryFn: ({ signal }) => client.carbonOffsets.retirements(id, { signal }),
  });
  return (
    <QueryBoundary query={query}>
      {(credits) =>
        credits.length === 0 ? (
          <Text c="dimmed">{t('app.carbonOffsets.noSerials')}</Text>
        ) : (
          <ul className={classes['serials']}>
            {credits.map((range) => (
              <CreditRange key={range.serial} range={range} />
            ))}
          </ul>
        )
      }
    </QueryBoundary>
  );
}

function CreditRange({ range }: { readonly range: CarbonRetirement }) {
  const { t, day } = useI18n();
  const { serial, tonnes, status, retired_on: retiredOn, registry_url: url } = range;
  return (
    <li>
      {serial}
      <span className={classes['state']}>
        <StatusBadge tone={status === 'retired' ? 'good' : 'quiet'}>
          {retiredOn === null
            ? t(`app.carbonOffsets.${status}`)
            : t('app.carbonOffsets.retiredOn', { date: day(retiredOn) })}
        </StatusBadge>
        <span>{t('app.amount.tonnes', { tonnes })}</span>
        {url !== null && (
          <Anchor href={url} target="_blank" rel="noopener noreferrer" inherit underline="always">
            {t('app.carbonOffsets.inRegistry')}
          </Anchor>
        )}
      </span>
    </li>
  );
}
