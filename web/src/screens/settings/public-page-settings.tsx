import { Anchor, Button, Checkbox, Group, Skeleton, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { AccountSettings } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import type { ListedPublicPage } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { ErrorText } from '../../components/error-text.js';
import { LoadError } from '../../components/load-error.js';
import { ShareCard } from '../../components/share-card.js';
import { Snippet } from '../../components/snippet.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';
import classes from './settings.module.css';
import { usePublicPage, useSettingsMutation } from './use-settings.js';

export function PublicPageSettings({ settings }: { readonly settings: AccountSettings }) {
  const { t } = useI18n();
  const { data: page, error, refetch } = usePublicPage();
  return (
    <Card id="public-page" title={t('app.settings.page')}>
      <p className={classes['text']}>{t('app.settings.pageText')}</p>
      {page ? (
        <>
          <PageForm key={JSON.stringify(page)} page={page} />
          {page.enabled && page.url !== null && (
            <PublishedPage url={page.url} page={page} locale={settings.locale} />
          )}
        </>
      ) : error ? (
        <LoadError error={error} retry={refetch} />
      ) : (
        <Skeleton height="8rem" />
      )}
    </Card>
  );
}

function PageForm({ page }: { readonly page: ListedPublicPage }) {
  const { t } = useI18n();
  const { account } = useScope();
  const change = useSettingsMutation();
  const form = useForm({
    initialValues: {
      slug: page.slug ?? '',
      enabled: page.enabled,
      below: page.include_descendants,
    },
  });
  const error = useServerFieldError(form, change.error, { 'public_page.slug': 'slug' });
  return (
    <form
      noValidate
      onSubmit={form.onSubmit(({ slug, enabled, below }) =>
        change.mutate({
          public_page: { slug: slug.trim(), enabled, include_descendants: below },
        }),
      )}
    >
      <Stack>
        <TextInput
          {...form.getInputProps('slug')}
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
          label={t('app.settings.pageSlug')}
          description={t('app.settings.pageSlugHint')}
        />
        <Checkbox
          {...form.getInputProps('enabled', { type: 'checkbox' })}
          label={t('app.settings.pageSwitch')}
        />
        {account.role !== 'customer' && (
          <Checkbox
            {...form.getInputProps('below', { type: 'checkbox' })}
            label={t('app.settings.pageBelow')}
            description={t('app.settings.pageBelowHint')}
          />
        )}
        <ErrorText error={error} />
      </Stack>
      <Group justify="flex-end" mt="xl">
        <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
          {t('app.save')}
        </Button>
      </Group>
    </form>
  );
}

interface PublishedPageProps {
  readonly url: string;
  readonly page: ListedPublicPage;
  /** Of the account. */
  readonly locale: string;
}

/** What can be shared and embedded. */
function PublishedPage({ url, page, locale }: PublishedPageProps) {
  const { t } = useI18n();
  return (
    <div className={classes['badge']}>
      <Anchor underline="always" href={url} target="_blank" rel="noopener">
        {t('app.settings.pageOpen')}
      </Anchor>
      <ShareCard url={url} locale={locale} />
      <Snippet label={t('app.share.link')} text={url} />
      <Snippet
        label={t('app.settings.widgetCode')}
        text={`<script src="${page.widget_url}" async></script><regrove-impact slug="${String(page.slug)}" locale="${locale}"></regrove-impact>`}
      />
    </div>
  );
}
