import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { reasonOf, useReasonText } from '../../api/reason.js';
import { screenPath, useScope } from '../../api/scope.js';
import { LoadError } from '../../components/load-error.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface CardErrorProps {
  readonly error: unknown;
  readonly retry: () => unknown;
}

/** Instead of the content of a card. That there is too much to ask for is no fault: it leads to the accounts below. */
export function CardError({ error, retry }: CardErrorProps) {
  const { t } = useI18n();
  const { account } = useScope();
  const { reasonText } = useReasonText();
  const reason = reasonOf(error);
  if (reason?.code !== 'too-many-accounts' && reason?.code !== 'too-many-deposits')
    return <LoadError error={error} retry={retry} />;
  return (
    <>
      <p>{reasonText(reason)}</p>
      <Button component={Link} to={screenPath(account.id, 'accounts')} variant="default">
        {t('app.accounts.title')}
      </Button>
    </>
  );
}
