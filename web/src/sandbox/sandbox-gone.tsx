import { Button } from '@mantine/core';
import { useErrorMessage } from '../api/error-message.js';
import { reasonOf } from '../api/reason.js';
import { EmptyState } from '../components/empty-state.js';
import { useI18n } from '../i18n/use-i18n.js';

/** Instead of a sandbox that has expired, was deleted, or belongs to others. */
export function SandboxGone({ error }: { readonly error: unknown }) {
  const { t } = useI18n();
  const { text, lang } = useErrorMessage()(error);
  const isMissing = reasonOf(error)?.code === 'not-found';
  return (
    <main>
      <EmptyState
        order={1}
        title={t('app.sandbox.goneTitle')}
        text={isMissing ? t('app.sandbox.goneText') : text}
        lang={isMissing ? undefined : lang}
        action={
          <Button component="a" href="/">
            {t('app.sandbox.live')}
          </Button>
        }
      />
    </main>
  );
}
