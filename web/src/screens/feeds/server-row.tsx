import { Menu } from '@mantine/core';
import type { Server } from '@regrove/sdk';
import { useState } from 'react';
import { IconPencil, IconTrash, IconUser } from '../../icons/icons.js';
import { RowMenu } from '../../components/row-menu.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { DeleteServer } from './delete-server.js';
import { typeHelp, typeName } from './feed-types.js';
import classes from './feeds.module.css';
import { ServerForm } from './server-form.js';

const icon = { size: 16, 'aria-hidden': true } as const;

export function ServerRow({ server }: { readonly server: Server }) {
  const i18n = useI18n();
  const { t } = i18n;
  const [open, setOpen] = useState<'change' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const help = typeHelp(server.type)?.server;
  return (
    <li className={classes['row']}>
      <div>
        <strong className={classes['address']}>{server.url}</strong>
        <ul className={classes['details']}>
          <li>{typeName(i18n, server.type)}</li>
          {(help === undefined || help.username !== undefined) && (
            <li>
              <IconUser {...icon} size={15} />
              {server.username}
            </li>
          )}
        </ul>
      </div>
      <RowMenu label={t('app.servers.actions', { server: server.url })} className={classes['act']}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('change')}>
          {t('app.feeds.change')}
        </Menu.Item>
        <Menu.Item leftSection={<IconTrash {...icon} />} onClick={() => setOpen('delete')}>
          {t('app.delete')}
        </Menu.Item>
      </RowMenu>
      {open === 'change' && <ServerForm server={server} onClose={close} />}
      {open === 'delete' && <DeleteServer server={server} onClose={close} />}
    </li>
  );
}
