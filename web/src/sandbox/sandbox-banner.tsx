import { Button } from '@mantine/core';
import { useDisclosure, useElementSize } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useErrorText } from '../api/error-message.js';
import { FullPermissionOnly } from '../components/full-permission-only.js';
import { Meter } from '../components/meter.js';
import { useI18n, type MessageKey } from '../i18n/use-i18n.js';
import { IconArrowBackUp, IconFlask } from '../icons/icons.js';
import { useSandbox, type CurrentSandbox } from '../session/use-sandbox.js';
import { AdvanceToDate } from './advance-to-date.js';
import classes from './sandbox-banner.module.css';
import { nextDay, firstOfNextMonth, nextYear } from './steps.js';

/** Across the top of every screen of a sandbox, so that nobody mistakes it for live. */
export function SandboxBanner() {
  const { t, clock, day } = useI18n();
  const sandbox = useSandbox();
  const { ref, height } = useElementSize({ box: 'border-box' });
  useEffect(() => {
    // What sticks below the band has to know how high it is.
    document.documentElement.style.setProperty('--band', `${height}px`);
  }, [height]);
  if (!sandbox) return null;
  return (
    <aside ref={ref} className={classes['band']} aria-label={t('app.sandbox.word')}>
      <span className={classes['name']}>
        <IconFlask size={20} stroke={1.8} aria-hidden="true" />
        <strong className={classes['word']}>{t('app.sandbox.word')}</strong>
        <time dateTime={sandbox.now} className={classes['time']} title={t('app.sandbox.now')}>
          {clock(sandbox.now)}
        </time>
      </span>
      {sandbox.advancing_to === null ? (
        <FullPermissionOnly>
          <Steps sandbox={sandbox} />
        </FullPermissionOnly>
      ) : (
        <Progress sandbox={sandbox} to={sandbox.advancing_to} />
      )}
      <span className={classes['end']}>
        <span>{t('app.sandbox.closes', { date: day(sandbox.expires_at) })}</span>
        <a href="/">
          <IconArrowBackUp size={16} aria-hidden="true" />
          {t('app.sandbox.live')}
        </a>
      </span>
    </aside>
  );
}

const steps: readonly (readonly [MessageKey, (now: Date) => Date])[] = [
  ['app.sandbox.day', nextDay],
  ['app.sandbox.first', firstOfNextMonth],
  ['app.sandbox.year', nextYear],
];

function Steps({ sandbox }: { readonly sandbox: CurrentSandbox }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const [isChoosing, choosing] = useDisclosure(false);
  const advance = useMutation({
    mutationFn: sandbox.advance,
    onError: (error) => void notifications.show({ color: 'red', message: errorText(error) }),
  });
  const button = { size: 'compact-sm', variant: 'white', className: classes['step'] } as const;
  return (
    <div role="group" aria-label={t('app.sandbox.advanceClock')} className={classes['steps']}>
      {steps.map(([label, next]) => (
        <Button
          key={label}
          {...button}
          disabled={advance.isPending}
          onClick={() => advance.mutate(next(new Date(sandbox.now)).toISOString())}
        >
          {t(label)}
        </Button>
      ))}
      <Button {...button} disabled={advance.isPending} onClick={choosing.open}>
        {t('app.sandbox.choose')}
      </Button>
      {isChoosing && <AdvanceToDate sandbox={sandbox} onClose={choosing.close} />}
    </div>
  );
}

function Progress({ sandbox, to }: { readonly sandbox: CurrentSandbox; readonly to: string }) {
  const { t, day } = useI18n();
  const start = Date.parse(sandbox.from);
  const label = t('app.sandbox.advancing', { date: day(to) });
  return (
    <div className={classes['progress']}>
      <span role="status">
        {label} · {t('app.sandbox.wait')}
      </span>
      <Meter
        label={label}
        value={Date.parse(sandbox.now) - start}
        max={Math.max(1, Date.parse(to) - start)}
      />
    </div>
  );
}
