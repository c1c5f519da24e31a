import { Box, Button, Skeleton, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import type { Passkey } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { LoadError } from '../../components/load-error.js';
import { Rows } from '../../components/rows.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { offersPasskeys } from '../../session/other-sign-in-methods.js';
import { fetchSignInMethods } from '../../session/session-api.js';
import { AddPasskey } from './add-passkey.js';
import { PasskeyRow } from './passkey-row.js';

/** The person's passkeys, in any account. Nothing where passkeys are not possible. */
export function PasskeysCard() {
  const { t } = useI18n();
  const { account } = useScope();
  const methods = useQuery({ queryKey: ['sign-in'], queryFn: fetchSignInMethods });
  const isPossible = methods.data !== undefined && methods.data.passkey_host !== null;
  const { data, error, refetch } = useQuery({
    queryKey: accountKey(account.id, 'passkeys'),
    queryFn: ({ signal }) => appRequest<Passkey[]>('GET', 'passkeys', { signal }),
    enabled: isPossible,
  });
  const [isAdding, adding] = useDisclosure(false);
  if (!isPossible) return null;
  const canAdd = offersPasskeys(methods.data);
  return (
    <Box mt="xl">
      <Card
        title={t('app.passkeys.title')}
        aside={
          canAdd &&
          data && (
            <Button variant="default" onClick={adding.open}>
              {t('app.passkeys.add')}
            </Button>
          )
        }
      >
        <Text c="dimmed" mb="md">
          {t('app.passkeys.intro')}
        </Text>
        {!canAdd && (
          <Text c="dimmed" size="sm" mb="md">
            {t('app.passkeys.unsupported')}
          </Text>
        )}
        {data ? (
          data.length === 0 ? (
            <Text>{t('app.passkeys.empty')}</Text>
          ) : (
            <Rows>
              {data.map((passkey) => (
                <PasskeyRow key={passkey.id} passkey={passkey} />
              ))}
            </Rows>
          )
        ) : error ? (
          <LoadError error={error} retry={refetch} />
        ) : (
          <Skeleton height="4rem" />
        )}
      </Card>
      {isAdding && <AddPasskey onClose={adding.close} />}
    </Box>
  );
}
