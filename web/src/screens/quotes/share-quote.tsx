import { Anchor, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import type { Quote } from '@regrove/sdk';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountEndpoint, appPath, appRequest } from '../../api/app-request.js';
import { accountKey, useScope } from '../../api/scope.js';
import { useAccountMutation } from '../../api/use-account-mutation.js';
import { maxQuoteRecipient } from '../../api/limits.js';
import type { CreatedQuoteLink, NewQuoteLink, QuoteLinks } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { ConfirmMutation } from '../../components/confirm-mutation.js';
import { ErrorText } from '../../components/error-text.js';
import { Snippet } from '../../components/snippet.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface ShareQuoteProps {
  readonly quote: Quote;
  /** Its project takes no more trees. */
  readonly isOver: boolean;
}

/** The quote as a PDF, and as a link with which a customer can accept it. */
export function ShareQuote({ quote, isOver }: ShareQuoteProps) {
  const { t, day, locale } = useI18n();
  const { account } = useScope();
  const path = accountEndpoint(account, `quotes/${quote.id}/link`);
  const { data } = useQuery({
    queryKey: accountKey(account.id, 'quote-links', quote.id),
    queryFn: ({ signal }) => appRequest<QuoteLinks>('GET', path, { signal }),
  });
  const [typed, setTyped] = useState<string>();
  const creation = useAccountMutation(
    (body: NewQuoteLink) => appRequest<CreatedQuoteLink>('POST', path, { body }),
    { invalidates: ['quote-links'] },
  );
  const [isRevoking, setIsRevoking] = useState(false);
  const link = data?.links[0];
  const isOpen = !quote.biomass_offset_id && !isOver;
  const recipient = (typed ?? link?.recipient ?? '').trim();
  const query = new URLSearchParams({ locale, ...(recipient !== '' && { recipient }) }).toString();
  return (
    <Card title={t('app.quotes.share')}>
      <Stack>
        {isOpen && (
          <FullPermissionOnly>
            <Text>{t('app.quotes.shareText')}</Text>
          </FullPermissionOnly>
        )}
        {isOpen && (
          <TextInput
            label={t('app.quotes.recipient')}
            description={t('app.quotes.recipientHint')}
            dir="auto"
            maxLength={maxQuoteRecipient}
            value={typed ?? link?.recipient ?? ''}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {creation.data && link && <Snippet label={t('app.quotes.shareOnce')} text={creation.data.url} />}
        {link && (
          <Text c="dimmed">
            {link.accepted_at === null
              ? isOpen && t('app.quotes.shareUntil', { date: day(link.expires_at) })
              : t('app.quotes.shareAccepted', { date: day(link.accepted_at) })}
          </Text>
        )}
        <ErrorText error={creation.error} />
        {isOpen && (
          <FullPermissionOnly>
            <Group>
              <Button
                variant="default"
                loading={creation.isPending}
                disabled={!data}
                onClick={() => creation.mutate({ recipient: recipient || null })}
              >
                {t(link ? 'app.quotes.shareReplace' : 'app.quotes.shareCreate')}
              </Button>
              {link && (
                <Button variant="default" onClick={() => setIsRevoking(true)}>
                  {t('app.quotes.shareRevoke')}
                </Button>
              )}
            </Group>
          </FullPermissionOnly>
        )}
        <Anchor
          underline="always"
          href={`${appPath(accountEndpoint(account, `quotes/${quote.id}/pdf`))}?${query}`}
          download
        >
          {t('certificate.downloadPdf')}
        </Anchor>
      </Stack>
      {isRevoking && (
        <RevokeLink
          path={path}
          onClose={() => {
            setIsRevoking(false);
            creation.reset();
          }}
        />
      )}
    </Card>
  );
}

interface RevokeLinkProps {
  readonly path: string;
  readonly onClose: () => void;
}

function RevokeLink({ path, onClose }: RevokeLinkProps) {
  const { t } = useI18n();
  const removal = useAccountMutation(() => appRequest('DELETE', path), {
    successMessage: t('app.quotes.shareRevoked'),
    invalidates: ['quote-links'],
    onSuccess: onClose,
  });
  return (
    <ConfirmMutation
      title={t('app.quotes.shareRevokeTitle')}
      text={t('app.quotes.shareRevokeText')}
      action={t('app.quotes.shareRevoke')}
      mutation={removal}
      onClose={onClose}
    />
  );
}
