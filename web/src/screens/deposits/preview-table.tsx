import { useI18n } from '../../i18n/use-i18n.js';
import type { DepositPreview } from '../../api/wire.js';
import { usePaperName } from '../../components/paper-sizes.js';
import { TableHead } from '../../components/table-head.js';
import classes from '../../components/table.module.css';
import preview from '../../components/file-import/file-import.module.css';
import { CorrectLine } from './correct-line.js';
import type { Correction } from './import-fields.js';

type Line = DepositPreview['lines'][number];

interface PreviewTableProps {
  readonly lines: readonly Line[];
  readonly onCorrect: (correction: Correction) => void;
}

export function PreviewTable({ lines, onCorrect }: PreviewTableProps) {
  return (
    <table className={classes['table']}>
      <TableHead
        columns={[
          ['app.deposits.line'],
          ['app.deposits.customer', 'wide'],
          ['app.date'],
          ['app.deposits.paper'],
          ['app.pages', 'count'],
        ]}
      />
      <tbody>
        {lines.map((line) => (
          <PreviewRow key={line.line} line={line} onCorrect={onCorrect} />
        ))}
      </tbody>
    </table>
  );
}

function PreviewRow({
  line,
  onCorrect,
}: {
  readonly line: Line;
  readonly onCorrect: PreviewTableProps['onCorrect'];
}) {
  const { t, day, number } = useI18n();
  const paperName = usePaperName();
  const { paper, customer, is_known: isKnown } = line;
  return (
    <tr data-wrong={!paper || undefined} className={preview['row']}>
      <th scope="row">{number(line.line)}</th>
      {paper ? (
        <>
          <td className={classes['wide']}>{customer}</td>
          <td>{paper.date ? day(paper.date) : t('app.deposits.today')}</td>
          <td className={classes['soft']}>
            {paperName(paper)}
            {isKnown && ` · ${t('app.deposits.isKnown')}`}
          </td>
          <td className={classes['count']}>{number(paper.pages)}</td>
        </>
      ) : (
        <CorrectLine line={line} columns={4} onCorrect={onCorrect} />
      )}
    </tr>
  );
}
