import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { screenPath, useScope } from '../../api/scope.js';
import { LoadError } from '../../components/load-error.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import type { FeedType } from '../../api/wire.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { agentType, typeHelp, useFeedTypes } from './feed-types.js';
import { FeedForm } from './feed-form.js';
import classes from './new-feed.module.css';
import { pushType, FeedTypePicker } from './feed-type-picker.js';
import { PrinterLocationPicker } from './printer-location-picker.js';
import { usePrinterLocation, type PrinterLocation } from './printer-location.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const { data: types, error, refetch } = useFeedTypes();
  const [place, choosePlace] = usePrinterLocation();
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, 'feeds'), label: t('app.feeds.title') }}
        title={t('app.feeds.create')}
        intro={t('app.feeds.createIntro')}
      />
      {types ? (
        <div className={classes['steps']}>
          <Card title={t('app.feeds.place.title')}>
            <PrinterLocationPicker chosen={place} onChoose={choosePlace} />
          </Card>
          {place !== undefined && <StepsAt key={place} place={place} types={types} />}
        </div>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="18rem" radius="lg" />
      )}
    </>
  );
}

interface StepsAtProps {
  readonly place: PrinterLocation;
  readonly types: readonly FeedType[];
}

/** The types for printers at this place, and the form of the chosen one. For an office there is one type only. */
function StepsAt({ place, types }: StepsAtProps) {
  const { t } = useI18n();
  const [picked, setPicked] = useState<string>();
  const chosen = place === 'office' ? agentType : picked;
  return (
    <>
      {place !== 'office' && (
        <Card title={t('app.feeds.whichType')}>
          <FeedTypePicker
            types={types.filter(({ type }) => typeHelp(type)?.place === place)}
            hasPush={place === 'portal'}
            chosen={picked}
            onChoose={setPicked}
          />
        </Card>
      )}
      {chosen !== undefined && (
        <FeedForm
          key={chosen}
          type={chosen === pushType ? undefined : chosen}
          pull={types.find(({ type }) => type === chosen)}
          taken={[...types.map(({ type }) => type), agentType]}
        />
      )}
    </>
  );
}
