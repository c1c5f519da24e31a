import { Menu } from '@mantine/core';
import { useState } from 'react';
import { IconLock, IconPencil, IconTrash } from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import type { ListedDeposit } from '../../api/wire.js';
import { usePaperName } from '../../components/paper-sizes.js';
import { AccountCell, AccountLine } from '../../components/row-account.js';
import { RowMenu } from '../../components/row-menu.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AdjustDeposit } from './adjust-deposit.js';
import { DeleteDeposit } from './delete-deposit.js';
import classes from '../../components/table.module.css';

interface DepositRowProps {
  readonly deposit: ListedDeposit;
  /** Whether the list has deposits of several accounts. */
  readonly isCombined: boolean;
}

/** A deposit in a certificate cannot be deleted, only corrected by another deposit. */
export function DepositRow({ deposit, isCombined }: DepositRowProps) {
  const { t, day, number } = useI18n();
  const paperName = usePaperName();
  const [open, setOpen] = useState<'adjust' | 'delete'>();
  const close = (): void => setOpen(undefined);
  const { account } = useScope();
  // Those of another account are changed in its own list.
  const isOwn = deposit.account_id === account.id;
  const canAdjust = isOwn && account.status === 'active';
  const canDelete = isOwn && !deposit.is_locked;
  return (
    <tr>
      <td>
        <time dateTime={deposit.date}>{day(deposit.date)}</time>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{paperName(deposit)}</span>
        {deposit.feed_id && <span className={classes['detail']}>{t('app.deposits.fromFeed')}</span>}
        {deposit.is_locked && (
          <span className={classes['detail']}>
            <IconLock size={13} aria-hidden="true" /> {t('app.deposits.certified')}
          </span>
        )}
        {isCombined && <AccountLine row={deposit} screen="deposits" />}
      </td>
      {isCombined && <AccountCell row={deposit} screen="deposits" />}
      <td className={`${classes['soft']} ${classes['wide']}`}>{paperName(deposit)}</td>
      <td className={classes['count']}>{number(deposit.pages)}</td>
      <td className={classes['act']}>
        {(canAdjust || canDelete) && (
          <RowMenu label={t('app.deposits.actions', { date: day(deposit.date) })}>
            {canAdjust && (
              <Menu.Item
                leftSection={<IconPencil size={16} aria-hidden="true" />}
                onClick={() => setOpen('adjust')}
              >
                {t('app.deposits.adjust')}
              </Menu.Item>
            )}
            {canDelete && (
              <Menu.Item
                leftSection={<IconTrash size={16} aria-hidden="true" />}
                onClick={() => setOpen('delete')}
              >
                {t('app.delete')}
              </Menu.Item>
            )}
          </RowMenu>
        )}
        {open === 'adjust' && <AdjustDeposit deposit={deposit} onClose={close} />}
        {open === 'delete' && <DeleteDeposit deposit={deposit} onClose={close} />}
      </td>
    </tr>
  );
}
