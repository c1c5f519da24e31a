import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { screenPath, useScope } from '../../api/scope.js';
import { eventKinds, kindOf } from '../../components/events/event-kinds.js';
import { Row } from '../../components/rows.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { isInSandbox } from '../../base-path.js';
import { certificatePath } from '../offsets/certificate-path.js';
import { certificateOf, describeEvent, screenOf, searchOf, type AccountEvent } from './describe-event.js';

interface EventRowProps {
  readonly event: AccountEvent;
  /** In a list of several accounts. */
  readonly accountName: string | undefined;
}

export function EventRow({ event, accountName }: EventRowProps) {
  const i18n = useI18n();
  // What happens in a sandbox happens by its clock.
  const time = isInSandbox ? i18n.clock : i18n.moment;
  return (
    <Row
      icon={eventKinds[kindOf(event.type)].icon}
      title={<EventLink event={event}>{describeEvent(i18n, event)}</EventLink>}
      details={[time(event.created_at), accountName]}
    />
  );
}

interface EventLinkProps {
  readonly event: AccountEvent;
  readonly children: ReactNode;
}

/** Leads to what the event is about, if there is a page for it. */
function EventLink({ event, children }: EventLinkProps): ReactNode {
  const { account } = useScope();
  const { locale } = useI18n();
  const certificate = certificateOf(event);
  if (certificate !== undefined)
    return (
      <Anchor href={certificatePath(certificate, locale)} target="_blank" c="inherit" fw="inherit">
        {children}
      </Anchor>
    );
  const screen = screenOf(event);
  const to = screen === undefined ? undefined : screenPath(event.account_id, screen);
  // The account's own overview is no news.
  if (to === undefined || to === screenPath(account.id)) return children;
  return (
    <Anchor
      c="inherit"
      fw="inherit"
      renderRoot={(props) => <Link {...props} to={to} search={searchOf(event)} />}
    >
      {children}
    </Anchor>
  );
}
