import { useWords } from '../../words/words.js';
import { useReasonWords } from '../../api/reason.js';
import type { DepositPreview } from '../../api/wire.js';
import { standardPaper, usePaperName } from '../../parts/papers.js';
import classes from '../../parts/table.module.css';
import preview from './import.module.css';

type Line = DepositPreview['lines'][number];

/** The lines of a file as they would be taken, with what is wrong at its line. */
export function PreviewTable({ lines }: { readonly lines: readonly Line[] }) {
  const { say } = useWords();
  return (
    <table className={classes['table']}>
      <thead>
        <tr>
          <th scope="col">{say('app.deposits.line')}</th>
          <th scope="col">{say('app.date')}</th>
          <th scope="col">{say('app.deposits.paper')}</th>
          <th scope="col" className={classes['count']}>
            {say('app.pages')}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines.map((line) => (
          <PreviewRow key={line.line} {...line} />
        ))}
      </tbody>
    </table>
  );
}

function PreviewRow({ line, paper, error, reason }: Line) {
  const { say, day, number } = useWords();
  const paperName = usePaperName();
  const { lineWords } = useReasonWords();
  const words = reason ? lineWords(reason) : undefined;
  return (
    <tr data-wrong={error !== null || undefined} className={preview['row']}>
      <th scope="row">{number(line)}</th>
      {paper ? (
        <>
          <td>{paper.date ? day(paper.date) : say('app.deposits.today')}</td>
          <td className={classes['soft']}>
            {paperName({
              width: paper.width ?? standardPaper.width,
              length: paper.length ?? standardPaper.length,
              gsm: paper.gsm ?? standardPaper.gsm,
            })}
          </td>
          <td className={classes['count']}>{number(paper.pages)}</td>
        </>
      ) : (
        <td colSpan={3} lang={words === undefined ? 'en' : undefined} className={preview['fault']}>
          {words ?? error}
        </td>
      )}
    </tr>
  );
}
