import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { use } from 'react';
import { useErrorMessage } from '../api/error-message.js';
import { reasonOf } from '../api/reason.js';
import { ScopeContext, screenPath } from '../api/scope.js';
import { useI18n } from '../i18n/use-i18n.js';
import { EmptyState } from './empty-state.js';

interface LoadErrorProps {
  readonly error: unknown;
  readonly retry: () => unknown;
  readonly order?: 1 | 2;
}

export function LoadError({ error, retry, order = 2 }: LoadErrorProps) {
  const { t } = useI18n();
  const { text, lang } = useErrorMessage()(error);
  const scope = use(ScopeContext);
  return (
    <div role="alert">
      <EmptyState
        order={order}
        title={t('app.error.title')}
        text={text}
        lang={lang}
        action={
          scope && reasonOf(error)?.code === 'too-many-accounts' ? (
            <Button variant="default" component={Link} to={screenPath(scope.account.id, 'accounts')}>
              {t('app.accounts.title')}
            </Button>
          ) : (
            <Button variant="default" onClick={() => void retry()}>
              {t('app.error.retry')}
            </Button>
          )
        }
      />
    </div>
  );
}
