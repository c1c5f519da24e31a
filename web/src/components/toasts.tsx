import { MantineThemeProvider, Notification } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck } from '../icons/icons.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './toasts.module.css';

const icon = { size: 18, 'aria-hidden': true } as const;

/** The style sheet shows one of them: a notification's default icon does not know its color. */
const icons = (
  <>
    <IconCheck {...icon} className={classes['good']} />
    <IconAlertTriangle {...icon} className={classes['bad']} />
  </>
);

/** The short messages above everything else. Red ones are errors. */
export function Toasts() {
  const { t } = useI18n();
  const look = Notification.extend({
    defaultProps: {
      icon: icons,
      withBorder: true,
      closeButtonProps: { 'aria-label': t('app.close') },
    },
    classNames: (_, { color }) => ({
      root: [classes['toast'], color === 'red' && classes['failed']].filter(Boolean).join(' '),
      icon: classes['icon'] ?? '',
      closeButton: classes['close'] ?? '',
    }),
  });
  return (
    <MantineThemeProvider theme={{ components: { Notification: look } }}>
      <Notifications position="bottom-center" />
    </MantineThemeProvider>
  );
}
