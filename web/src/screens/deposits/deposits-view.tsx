import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDownload, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { accountKey, useScope } from '../../api/scope.js';
import { ScreenHead } from '../../parts/screen-head.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import { AddDeposit } from './add-deposit.js';
import { DepositList } from './deposit-list.js';
import { downloadCsv } from './download-csv.js';
import { MonthSwitch } from './month-switch.js';
import { daysOf, useMonth } from './use-month.js';

export function View() {
  const { say } = useWords();
  const { account, client } = useScope();
  const [month, setMonth] = useMonth();
  const [isAdding, adding] = useDisclosure(false);
  const deposits = useQuery({
    queryKey: accountKey(account.id, 'deposits', month),
    queryFn: ({ signal }) => client.deposits.list({ ...daysOf(month), signal }).then(),
  });
  const isActive = account.status === 'active';
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden="true" />} onClick={adding.open}>
      {say('app.deposits.add')}
    </Button>
  );
  return (
    <>
      <ScreenHead
        title={say('app.deposits.title')}
        intro={say(isActive ? 'app.deposits.intro' : 'app.deposits.inactive')}
        actions={
          <>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden="true" />}
              disabled={!deposits.data?.length}
              onClick={() => downloadCsv(deposits.data ?? [], `deposits-${month}.csv`)}
            >
              {say('app.deposits.csv')}
            </Button>
            {isActive && add}
          </>
        }
      />
      <Sheet>
        <MonthSwitch month={month} onChange={setMonth} />
        <DepositList {...deposits} add={isActive ? add : undefined} />
      </Sheet>
      {isAdding && <AddDeposit onClose={adding.close} onAdded={setMonth} />}
    </>
  );
}
