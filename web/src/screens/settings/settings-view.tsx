import { Skeleton } from '@mantine/core';
import { LoadError } from '../../components/load-error.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useHasFullPermission } from '../../session/use-has-full-permission.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { BadgeSettings } from './badge-settings.js';
import { BillingSettings } from './billing-settings.js';
import { CarbonSettings } from './carbon-settings.js';
import { NameSettings } from './name-settings.js';
import { PublicPageSettings } from './public-page-settings.js';
import classes from './settings.module.css';
import { useSettings } from './use-settings.js';

export function View() {
  const { t } = useI18n();
  const { data, error, refetch } = useSettings();
  const mayChange = useHasFullPermission();
  return (
    <>
      <ScreenHeader title={t('app.settings.title')} intro={t('app.settings.intro')} />
      {data ? (
        // Disables every field and button in it.
        <fieldset className={classes['cards']} disabled={!mayChange}>
          <NameSettings settings={data} />
          <BadgeSettings settings={data} />
          <BillingSettings />
          <PublicPageSettings settings={data} />
          <CarbonSettings settings={data} />
        </fieldset>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <div className={classes['cards']}>
          <Skeleton height="18rem" radius="lg" />
          <Skeleton height="18rem" radius="lg" />
        </div>
      )}
    </>
  );
}
