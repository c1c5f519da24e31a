import { ActionIcon, Menu, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { Link } from '@tanstack/react-router';
import {
  IconBook,
  IconDevices,
  IconLanguage,
  IconLogout,
  IconMail,
  IconMoon,
  IconSun,
  IconUser,
} from '../icons/icons.js';
import { localeNames } from '../../../server/src/messages/locales.js';
import { useErrorText } from '../api/error-message.js';
import { screenPath } from '../api/scope.js';
import { isInSandbox } from '../base-path.js';
import { useSaveLanguage } from '../session/use-save-language.js';
import { useSession, useSignOut } from '../session/use-session.js';
import { useLanguage } from '../i18n/i18n-provider.js';
import { useI18n } from '../i18n/use-i18n.js';
import { LanguageItems } from './language-items.js';

const icon = { size: 18, stroke: 1.6, 'aria-hidden': true } as const;

export function UserMenu() {
  const { t } = useI18n();
  const { user } = useSession();
  const { locale } = useLanguage();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const choose = useSaveLanguage();
  const signOut = useSigningOut();
  return (
    <Menu position="bottom-end" shadow="md" width={270}>
      <Menu.Target>
        <ActionIcon variant="default" size="lg" radius="xl" aria-label={t('app.user.menu')}>
          <IconUser {...icon} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label style={{ overflowWrap: 'anywhere' }}>{user.full_name ?? user.email}</Menu.Label>
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconLanguage {...icon} />}>
              {t('app.language.now', { language: localeNames[locale] })}
            </Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown mah="80vh" style={{ overflowY: 'auto' }}>
            <LanguageItems onChoose={choose} />
          </Menu.Sub.Dropdown>
        </Menu.Sub>
        <Menu.Item
          closeMenuOnClick={false}
          leftSection={isDark ? <IconSun {...icon} /> : <IconMoon {...icon} />}
          onClick={() => setColorScheme(isDark ? 'light' : 'dark')}
        >
          {t(isDark ? 'app.theme.light' : 'app.theme.dark')}
        </Menu.Item>
        {!isInSandbox && <OwnScreens />}
        <Menu.Item component="a" href="/docs" leftSection={<IconBook {...icon} />}>
          {t('app.user.reference')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconLogout {...icon} />} onClick={signOut}>
          {t('app.user.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** What belongs to the person is live. */
function OwnScreens() {
  const { t } = useI18n();
  const { account } = useSession();
  return (
    <>
      <Menu.Item
        component={Link}
        to={screenPath(account.id, 'sessions')}
        leftSection={<IconDevices {...icon} />}
      >
        {t('app.sessions.title')}
      </Menu.Item>
      <Menu.Item
        component={Link}
        to={screenPath(account.id, 'notifications')}
        leftSection={<IconMail {...icon} />}
      >
        {t('app.notifications.title')}
      </Menu.Item>
    </>
  );
}

function useSigningOut(): () => void {
  const errorText = useErrorText();
  const end = useSignOut();
  return () =>
    end.mutate(undefined, {
      onError: (error) => void notifications.show({ color: 'red', message: errorText(error) }),
    });
}
