import { useI18n } from '../../i18n/use-i18n.js';
import type { DepositPreview } from '../../api/wire.js';
import { usePaperName } from '../../components/paper-sizes.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import preview from '../../components/file-import/file-import.module.css';
import { LineFaults } from '../../components/file-import/line-faults.js';

type Line = DepositPreview['lines'][number];

export function PreviewTable({ lines }: { readonly lines: readonly Line[] }) {
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[['app.deposits.line'], ['app.date'], ['app.deposits.paper'], ['app.pages', 'count']]}
      />
      <tbody>
        {lines.map((line) => (
          <PreviewRow key={line.line} {...line} />
        ))}
      </tbody>
    </table>
  );
}

function PreviewRow({ line, paper, faults }: Line) {
  const { t, day, number } = useI18n();
  const paperName = usePaperName();
  return (
    <tr data-wrong={!paper || undefined} className={preview['row']}>
      <th scope="row">{number(line)}</th>
      {paper ? (
        <>
          <td>{paper.date ? day(paper.date) : t('app.deposits.today')}</td>
          <td className={classes['soft']}>{paperName(paper)}</td>
          <td className={classes['count']}>{number(paper.pages)}</td>
        </>
      ) : (
        <LineFaults faults={faults} columns={3} />
      )}
    </tr>
  );
}
