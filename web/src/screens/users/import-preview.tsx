import { Button } from '@mantine/core';
import { useScope } from '../../api/scope.js';
import type { UserPreview } from '../../api/wire.js';
import { CheckedLines } from '../../components/file-import/checked-lines.js';
import type { CsvFile } from '../../components/file-import/csv-file.js';
import preview from '../../components/file-import/file-import.module.css';
import { LineFaults } from '../../components/file-import/line-faults.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import { localeNames } from '../../../../server/src/messages/locales.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useUserImport } from './use-user-import.js';

type Line = UserPreview['lines'][number];

interface ImportPreviewProps {
  readonly file: CsvFile;
  readonly preview: UserPreview;
}

export function ImportPreview({ file, preview: { lines, good, bad, waiting } }: ImportPreviewProps) {
  const { t } = useI18n();
  const taking = useUserImport(file);
  return (
    <CheckedLines
      lines={lines}
      good={good}
      bad={bad}
      summary={[
        t('app.users.importText'),
        ...(waiting > 0 ? [t('app.users.importWaiting', { count: waiting })] : []),
      ].join(' ')}
      action={
        <Button loading={taking.isPending} onClick={() => taking.mutate()}>
          {t('app.users.importAction', { count: good })}
        </Button>
      }
      error={taking.error}
      table={(listed) => (
        <table className={classes['table']}>
          <TableHead
            columns={[
              ['app.deposits.line'],
              ['app.users.person'],
              ['app.users.permission', 'wide'],
              ['app.users.account', 'wide'],
            ]}
          />
          <tbody>
            {listed.map((line) => (
              <PreviewRow key={line.line} {...line} />
            ))}
          </tbody>
        </table>
      )}
    />
  );
}

function PreviewRow({ line, user, faults }: Line) {
  const { t, number } = useI18n();
  const { account } = useScope();
  if (!user)
    return (
      <tr data-wrong className={preview['row']}>
        <th scope="row">{number(line)}</th>
        <LineFaults faults={faults} columns={3} />
      </tr>
    );
  const permission = t(user.permission === 'full' ? 'app.users.full' : 'app.users.restricted');
  const accountName = user.account ?? account.display_name;
  return (
    <tr className={preview['row']}>
      <th scope="row">{number(line)}</th>
      <td className={classes['long']}>
        {user.full_name ?? user.email}
        {user.full_name !== null && <span className={classes['detail']}>{user.email}</span>}
        <span className={classes['detail']}>{localeNames[user.locale]}</span>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{permission}</span>
        <span className={`${classes['detail']} ${classes['narrow']}`}>{accountName}</span>
      </td>
      <td className={classes['wide']}>{permission}</td>
      <td className={`${classes['wide']} ${classes['long']}`}>{accountName}</td>
    </tr>
  );
}
