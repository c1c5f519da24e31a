import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconArrowsExchange } from '../../../icons/icons.js';
import { useErrorText } from '../../../api/error-message.js';
import type { Fulfilment } from '../../../api/wire.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

/** Does now what a job does every hour. */
export function FulfilButton() {
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useOperatorMutation(() => operatorRequest<Fulfilment>('POST', 'carbon-fulfilment'), {
    successMessage: ({ fulfilled, waiting }) => t('app.operator.credits.fulfilled', { fulfilled, waiting }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconArrowsExchange size={18} aria-hidden="true" />}
      loading={change.isPending}
      onClick={() =>
        change.mutate(undefined, {
          onError: (error) => notifications.show({ color: 'red', message: errorText(error) }),
        })
      }
    >
      {t('app.operator.credits.fulfil')}
    </Button>
  );
}
