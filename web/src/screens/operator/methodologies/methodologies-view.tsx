import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { IconPlus } from '../../../icons/icons.js';
import type { Methodology } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { ExportMenu } from '../../../components/export-menu.js';
import { LoadError } from '../../../components/load-error.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { ScreenHeader } from '../../../components/screen-header.js';
import { Card } from '../../../components/card.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { useOperatorQuery } from '../operator-api.js';
import rows from '../rows.module.css';
import { AddMethodology } from './add-methodology.js';
import { factors, useFactorText } from './factors.js';
import { methodologyDetails, methodologyDetailText } from './methodology-details.js';
import classes from './methodologies.module.css';
import { ActivateMethodology } from './activate-methodology.js';

export function View() {
  const { t } = useI18n();
  const [isAdding, adding] = useDisclosure(false);
  const { data, error, refetch } = useOperatorQuery<Methodology[]>('methodologies');
  const current = data?.find((one) => one.current);
  return (
    <>
      <ScreenHeader
        title={t('app.operator.methodologies.title')}
        intro={t('app.operator.methodologies.intro')}
        actions={
          <>
            <ExportMenu address="operator/exports/methodologies" />
            <FullPermissionOnly>
              <Button
                leftSection={<IconPlus size={18} aria-hidden="true" />}
                disabled={!current}
                onClick={adding.open}
              >
                {t('app.operator.methodologies.add')}
              </Button>
            </FullPermissionOnly>
          </>
        }
      />
      {data && current ? (
        <div className={rows['cards']}>
          {[current, ...data.filter((one) => one !== current).reverse()].map((one) => (
            <MethodologyCard key={one.id} methodology={one} current={current} />
          ))}
        </div>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="16rem" radius="lg" />
      )}
      {isAdding && current && <AddMethodology current={current} onClose={adding.close} />}
    </>
  );
}

interface MethodologyCardProps {
  readonly methodology: Methodology;
  readonly current: Methodology;
}

function MethodologyCard({ methodology, current }: MethodologyCardProps) {
  const { t, day } = useI18n();
  const text = useFactorText();
  const [isAsking, setAsking] = useState(false);
  return (
    <Card
      title={methodology.name}
      aside={
        methodology.current ? (
          <StatusBadge>{t('app.operator.methodologies.current')}</StatusBadge>
        ) : (
          <FullPermissionOnly>
            <Button variant="default" size="xs" onClick={() => setAsking(true)}>
              {t('app.operator.methodologies.use')}
            </Button>
          </FullPermissionOnly>
        )
      }
    >
      <dl className={classes['factors']}>
        {factors.map(({ name, label }) => (
          <div key={name} data-differs={methodology[name] !== current[name] || undefined}>
            <dt>{t(label)}</dt>
            <dd>{text(name, methodology)}</dd>
          </div>
        ))}
      </dl>
      <dl className={classes['sources']}>
        {methodologyDetails.map(({ name, label }) => (
          <div key={name}>
            <dt>{t(label)}</dt>
            <dd dir="auto">{methodologyDetailText(name, methodology, day) ?? t('methodology.notStated')}</dd>
          </div>
        ))}
      </dl>
      <p className={rows['detail']}>
        {t('app.operator.methodologies.added', { date: day(methodology.created_at) })}
      </p>
      {isAsking && (
        <ActivateMethodology methodology={methodology} current={current} onClose={() => setAsking(false)} />
      )}
    </Card>
  );
}
