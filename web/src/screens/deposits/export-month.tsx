import { Button } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useExplain } from '../../api/explain.js';
import { useScope } from '../../api/scope.js';
import { useWords } from '../../words/words.js';
import { csvHead, csvLines, downloadFile } from './download-csv.js';
import { useDepositTotal } from './use-deposits.js';
import { daysOf } from './use-month.js';

const atOnce = 1000;

/** All of a month as a file: asked for when it is wanted, as it may be much more than is shown. */
export function ExportMonth({ month }: { readonly month: string }) {
  const { say } = useWords();
  const { client } = useScope();
  const explain = useExplain();
  const { data: total } = useDepositTotal(month);
  const download = useMutation({
    mutationFn: async () => {
      const parts = [csvHead];
      for await (const page of client.deposits.list({ ...daysOf(month), pageSize: atOnce }).pages())
        parts.push(csvLines(page));
      downloadFile(parts, `deposits-${month}.csv`);
    },
    onError: (error) => notifications.show({ color: 'red', message: explain(error) }),
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={18} aria-hidden="true" />}
      disabled={!total?.deposits}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {say('app.deposits.csv')}
    </Button>
  );
}
