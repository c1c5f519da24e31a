import { Skeleton } from '@mantine/core';
import { useState } from 'react';
import { screenPath, useScope } from '../../api/scope.js';
import { LoadError } from '../../components/load-error.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useFeedTypes } from './feed-types.js';
import { FeedForm } from './feed-form.js';
import classes from './new-feed.module.css';
import { pushType, FeedTypePicker } from './feed-type-picker.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const { data: types, error, refetch } = useFeedTypes();
  const [chosen, setChosen] = useState<string>();
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, 'feeds'), label: t('app.feeds.title') }}
        title={t('app.feeds.create')}
        intro={t('app.feeds.createIntro')}
      />
      {types ? (
        <div className={classes['steps']}>
          <Card title={t('app.feeds.whichType')}>
            <FeedTypePicker types={types} chosen={chosen} onChoose={setChosen} />
          </Card>
          {chosen !== undefined && (
            <FeedForm
              key={chosen}
              type={chosen === pushType ? undefined : chosen}
              pull={types.find(({ type }) => type === chosen)}
              taken={types.map(({ type }) => type)}
            />
          )}
        </div>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="18rem" radius="lg" />
      )}
    </>
  );
}
