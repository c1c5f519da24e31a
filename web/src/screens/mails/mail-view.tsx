import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { accountEndpoint, appPath, appRequest } from '../../api/app-request.js';
import { accountKey, screenPath, usePathParams, useScope } from '../../api/scope.js';
import type { MailWithBody } from '../../api/wire.js';
import { Card } from '../../components/card.js';
import { QueryBoundary } from '../../components/query-boundary.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconFileTypePdf } from '../../icons/icons.js';
import classes from './mails.module.css';

export function View() {
  const { account } = useScope();
  const { id = '' } = usePathParams();
  const mail = useQuery({
    queryKey: accountKey(account.id, 'mails', id),
    queryFn: ({ signal }) =>
      appRequest<MailWithBody>('GET', accountEndpoint(account, `sandbox/mails/${id}`), { signal }),
  });
  return <QueryBoundary query={mail}>{(found) => <Mail mail={found} />}</QueryBoundary>;
}

function Mail({ mail }: { readonly mail: MailWithBody }) {
  const { t, clock } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader
        title={mail.subject}
        intro={[t('app.mails.to', { address: mail.to }), mail.account_name, clock(mail.created_at)].join(
          ' · ',
        )}
        back={{ to: screenPath(account.id, 'mails'), label: t('app.mails.title') }}
      />
      <Card>
        <MailFrame mail={mail} />
        <Attachments mail={mail} />
      </Card>
    </>
  );
}

function Attachments({ mail }: { readonly mail: MailWithBody }) {
  const { t } = useI18n();
  const account = { id: mail.account_id };
  if (mail.attachments.length === 0) return null;
  return (
    <section className={classes['attachments']} aria-label={t('app.mails.attachments')}>
      {mail.attachments.map(({ name, path }) => (
        <Button
          key={name}
          component="a"
          href={appPath(accountEndpoint(account, path))}
          variant="default"
          leftSection={<IconFileTypePdf size={18} aria-hidden="true" />}
        >
          {name}
        </Button>
      ))}
    </section>
  );
}

/**
 * Without `allow-scripts`, nothing in it can run. It has our origin only so that its height can be read; its links open in tabs of
 * their own.
 */
function MailFrame({ mail: { subject, html } }: { readonly mail: MailWithBody }) {
  const { t } = useI18n();
  const [height, setHeight] = useState<number>();
  return (
    <iframe
      className={classes['frame']}
      title={t('app.mails.content', { subject })}
      sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
      srcDoc={html.replace('<head>', '<head><base target="_blank" />')}
      style={{ height }}
      onLoad={({ currentTarget }) => setHeight(currentTarget.contentDocument?.documentElement.scrollHeight)}
    />
  );
}
