import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { IconPlus, IconUpload } from '../../icons/icons.js';
import { screenPath, useScope } from '../../api/scope.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { isCombined, useLevels } from '../../api/use-levels.js';
import { idPattern, useListState } from '../../api/use-list-state.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { AddDeposit } from './add-deposit.js';
import { DepositList } from './deposit-list.js';
import { DepositTools } from './deposit-tools.js';
import { mayImport } from './may-import.js';
import { MonthPicker } from './month-picker.js';
import { useMonth } from './use-month.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const [month, setMonth] = useMonth();
  const levels = useLevels();
  const list = useListState('-date', { ...levels, feed_id: idPattern });
  const [isAdding, adding] = useDisclosure(false);
  const isActive = account.status === 'active';
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {t('app.deposits.add')}
    </Button>
  );
  return (
    <>
      <ScreenHeader
        title={t('app.deposits.title')}
        intro={t(isActive ? 'app.deposits.intro' : 'app.deposits.inactive')}
        actions={
          mayImport(account) && (
            <FullPermissionOnly>
              <Button
                component={Link}
                to={screenPath(account.id, 'deposits/import')}
                variant="default"
                leftSection={<IconUpload size={18} aria-hidden="true" />}
              >
                {t('app.deposits.import')}
              </Button>
              {isActive && add}
            </FullPermissionOnly>
          )
        }
      />
      <Card>
        {!list.from && !list.until && (
          <MonthPicker month={month} onChange={setMonth} isOwn={!isCombined(list)} />
        )}
        <DepositTools list={list} month={month} />
        <DepositList
          key={month}
          month={month}
          list={list}
          add={isActive && <FullPermissionOnly>{add}</FullPermissionOnly>}
        />
      </Card>
      {isAdding && <AddDeposit onClose={adding.close} onAdded={setMonth} />}
    </>
  );
}
