import { useReasonText } from '../../api/reason.js';
import type { DepositPreview } from '../../api/wire.js';
import classes from './file-import.module.css';

interface LineFaultsProps {
  readonly faults: DepositPreview['lines'][number]['faults'];
  /** As many columns as follow that of the line's number. */
  readonly columns: number;
}

/** Everything that is wrong with a line, instead of its contents. */
export function LineFaults({ faults, columns }: LineFaultsProps) {
  const { lineText } = useReasonText();
  return (
    <td colSpan={columns} className={classes['fault']}>
      {faults.map(({ error, reason }) => {
        const text = reason ? lineText(reason) : undefined;
        return (
          <p key={error} lang={text === undefined ? 'en' : undefined}>
            {text ?? error}
          </p>
        );
      })}
    </td>
  );
}
