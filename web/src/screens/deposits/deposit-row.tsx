import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import type { Deposit } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { usePaperName } from '../../parts/papers.js';
import { useWords } from '../../words/words.js';
import { AdjustDeposit } from './adjust-deposit.js';
import { DeleteDeposit } from './delete-deposit.js';
import classes from '../../parts/table.module.css';

export function DepositRow({ deposit }: { readonly deposit: Deposit }) {
  const { say, day, number } = useWords();
  const paperName = usePaperName();
  const [open, setOpen] = useState<'adjust' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const { account } = useScope();
  return (
    <tr>
      <td>
        <time dateTime={deposit.date}>{day(deposit.date)}</time>
        {deposit.feed_id && <span className={classes['detail']}>{say('app.deposits.fromFeed')}</span>}
      </td>
      <td className={classes['soft']}>{paperName(deposit)}</td>
      <td className={classes['count']}>{number(deposit.pages)}</td>
      <td className={classes['act']}>
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              radius="xl"
              size="lg"
              aria-label={say('app.deposits.actions', { date: day(deposit.date) })}
            >
              <IconDots size={18} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {account.status === 'active' && (
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setOpen('adjust')}
              >
                {say('app.deposits.adjust')}
              </Menu.Item>
            )}
            <Menu.Item
              leftSection={<IconTrash size={16} aria-hidden="true" />}
              onClick={() => setOpen('delete')}
            >
              {say('app.delete')}
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
        {open === 'adjust' && <AdjustDeposit deposit={deposit} onClose={close} />}
        {open === 'delete' && <DeleteDeposit deposit={deposit} onClose={close} />}
      </td>
    </tr>
  );
}
