import { Menu, UnstyledButton } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck, IconSelector } from '../icons/icons.js';
import { useErrorText } from '../api/error-message.js';
import { screenPath } from '../api/scope.js';
import { useUpdateSession, useSession } from '../session/use-session.js';
import { useI18n } from '../i18n/use-i18n.js';
import classes from './account-switcher.module.css';
import { roleLabels } from './role-labels.js';

export function AccountSwitcher() {
  const { account, accounts } = useSession();
  const { t } = useI18n();
  if (accounts.length < 2)
    return (
      <div className={classes['own']}>
        <Names name={account.display_name} role={t(roleLabels[account.role])} />
      </div>
    );
  return (
    <Menu position="bottom-start" width="target" shadow="md">
      <Menu.Target>
        <UnstyledButton className={classes['own']} data-several>
          <Names name={account.display_name} role={t(roleLabels[account.role])} />
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown miw={240}>
        <Menu.Label>{t('app.account.switch')}</Menu.Label>
        <Others />
      </Menu.Dropdown>
    </Menu>
  );
}

const Names = ({ name, role }: { readonly name: string; readonly role: string }) => (
  <span className={classes['names']}>
    <span className={classes['name']} title={name}>
      {name}
    </span>
    <span className={classes['role']}>{role}</span>
  </span>
);

function Others() {
  const { account, accounts } = useSession();
  const { t } = useI18n();
  const errorText = useErrorText();
  const change = useUpdateSession();
  const switchTo = async (accountId: string): Promise<void> => {
    try {
      await change.mutateAsync({ account_id: accountId });
      // A full page load, so that nothing of one account is left in the other. It works even if the menu has been unmounted.
      location.assign(screenPath(accountId));
    } catch (error) {
      notifications.show({ color: 'red', message: errorText(error) });
    }
  };
  return accounts.map(({ account_id: id, display_name: name, role }) => (
    <Menu.Item
      key={id}
      onClick={() => void switchTo(id)}
      disabled={id === account.id}
      rightSection={id === account.id && <IconCheck size={16} aria-hidden="true" />}
    >
      <Names name={name} role={t(roleLabels[role])} />
    </Menu.Item>
  ));
}
