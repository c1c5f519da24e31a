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
import { usePublicPage, useSettingsMutation } from './use-settings.js';

const anchor = 'badge';

export function BadgeSettings({ settings }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const change = useSettingsMutation();
  // The switch changes at once; the preview waits for the server.
  const isOn = settings.badge_enabled;
  const isWanted = change.isPending ? (change.variables.badge_enabled ?? isOn) : isOn;
  // The browser cannot scroll to the anchor before the settings have loaded.
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

/** In the account's language. */
function Badge({ settings: { badge_url: url, locale } }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const { data: messages } = useQuery({
    queryKey: ['catalogue', locale],
    queryFn: () => loadCatalogue(locale),
    staleTime: Infinity,
  });
  const label = messages?.['badge.label'] ?? '';
  const page = usePublicPage().data;
  const address = `${url}?locale=${locale}`;
  const image = `<img src="${address}" alt="${label}">`;
  // Behind a proxy, the server's host name may differ from the browser's.
  const { pathname, search } = new URL(address);
  return (
    <div className={classes['badge']}>
      <div className={classes['preview']}>
        <img src={pathname + search} alt={t('app.settings.badgePreview')} />
      </div>
      <Snippet
        label={t('app.settings.badgeCode')}
        text={page?.enabled && page.url !== null ? `<a href="${page.url}">${image}</a>` : image}
      />
    </div>
  );
}
