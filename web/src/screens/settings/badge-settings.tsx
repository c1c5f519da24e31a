import { Switch } from '@mantine/core';
import type { AccountSettings } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ErrorText } from '../../components/error-text.js';
import { Card } from '../../components/card.js';
import { Snippet } from '../../components/snippet.js';
import { loadCatalogue } from '../../i18n/catalogues.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './settings.module.css';
import { useSettingsMutation } from './use-settings.js';

const anchor = 'badge';

export function BadgeSettings({ settings }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const change = useSettingsMutation();
  // The switch follows the hand; what is shown below it follows the server.
  const isOn = settings.badge_enabled;
  const isWanted = change.isPending ? (change.variables.badge_enabled ?? isOn) : isOn;
  // Whoever was led here came before the settings did.
  useEffect(() => {
    if (location.hash === `#${anchor}`) document.getElementById(anchor)?.scrollIntoView();
  }, []);
  return (
    <Card id={anchor} title={t('app.settings.badge')}>
      <p className={classes['text']}>{t('app.settings.badgeText')}</p>
      <Switch
        label={t('app.settings.badgeSwitch')}
        checked={isWanted}
        onChange={(event) => change.mutate({ badge_enabled: event.currentTarget.checked })}
      />
      <ErrorText error={change.error} />
      {isOn && <Badge settings={settings} />}
    </Card>
  );
}

/** How it looks, and what to put into a page; both in the account's own language. */
function Badge({ settings: { badge_url: url, locale } }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const { data: messages } = useQuery({
    queryKey: ['catalogue', locale],
    queryFn: () => loadCatalogue(locale),
    staleTime: Infinity,
  });
  const label = messages?.['badge.label'] ?? '';
  const address = `${url}?locale=${locale}`;
  // Behind a proxy the server may know itself by another name than the browser does.
  const { pathname, search } = new URL(address);
  return (
    <div className={classes['badge']}>
      <div className={classes['preview']}>
        <img src={pathname + search} alt={t('app.settings.badgePreview')} height={48} />
      </div>
      <Snippet
        label={t('app.settings.badgeCode')}
        text={`<img src="${address}" alt="${label}" height="48">`}
      />
    </div>
  );
}
