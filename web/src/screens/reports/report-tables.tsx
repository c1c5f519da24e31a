import { Title } from '@mantine/core';
import type { AnnualReport } from '@regrove/sdk';
import { useId, type ReactNode } from 'react';
import { TableHead, type Column } from '../../components/table-head.js';
import table from '../../components/table.module.css';
import { useI18n, type MessageKey } from '../../i18n/use-i18n.js';
import classes from './reports.module.css';

export type Level = AnnualReport['levels'][number];

interface LevelProps {
  readonly level: Level;
}

interface PartProps {
  readonly title: MessageKey;
  readonly columns: readonly Column[];
  readonly children: ReactNode;
}

function Part({ title, columns, children }: PartProps) {
  const { t } = useI18n();
  const titleId = useId();
  return (
    <div className={classes['part']}>
      <Title order={3} size="h4" id={titleId}>
        {t(title)}
      </Title>
      <table className={table['table']} aria-labelledby={titleId}>
        <TableHead columns={columns} />
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const count = table['count'];
const wideCount = `${count ?? ''} ${table['wide'] ?? ''}`;

export function PaperByMonth({ level: { paper } }: LevelProps) {
  const { number, treeCell, shortMonth } = useI18n();
  return (
    <Part
      title="report.paperByMonth"
      columns={[
        ['app.month'],
        ['app.overview.sheets', 'count'],
        ['app.reports.kilograms', 'count', 'wide'],
        ['app.reports.tonnes', 'count'],
      ]}
    >
      {paper.months.map(({ month, sheets, kg, mtco2e }) => (
        <tr key={month}>
          <th scope="row">{shortMonth(`${month}-01`)}</th>
          <td className={count}>{number(sheets)}</td>
          <td className={wideCount}>{treeCell(kg)}</td>
          <td className={count}>{treeCell(mtco2e)}</td>
        </tr>
      ))}
    </Part>
  );
}

export function TreesByProject({ level: { trees } }: LevelProps) {
  const { treeCell } = useI18n();
  if (trees.projects.length === 0) return null;
  return (
    <Part
      title="report.trees"
      columns={[
        ['app.project'],
        ['app.reports.certified', 'count'],
        ['app.reports.planted', 'count', 'wide'],
        ['app.reports.pending', 'count'],
        ['app.reports.surviving', 'count', 'wide'],
      ]}
    >
      {trees.projects.map((project) => (
        <tr key={project.project_id}>
          <th scope="row" className={table['long']}>
            {project.project_name}
          </th>
          <td className={count}>{treeCell(project.certified)}</td>
          <td className={wideCount}>{treeCell(project.planted)}</td>
          <td className={count}>{treeCell(project.pending)}</td>
          <td className={wideCount}>{treeCell(project.surviving)}</td>
        </tr>
      ))}
    </Part>
  );
}

const none = '–';

/** The points of ESRS E1-7. */
export function CreditBreakdown({ level: { credits } }: LevelProps) {
  const { t, treeCell, share } = useI18n();
  const { retired, planned } = credits;
  if (retired.mtco2e + planned.mtco2e === 0) return null;
  const shareOf = (value: number | null): string => (value === null ? none : share(value));
  const rows: readonly (readonly [name: MessageKey, retired: string, planned: string])[] = [
    ['app.reports.tonnes', treeCell(retired.mtco2e), treeCell(planned.mtco2e)],
    ['report.ofRemoval', treeCell(retired.removal_mtco2e), treeCell(planned.removal_mtco2e)],
    ['report.ofAvoidance', treeCell(retired.avoidance_mtco2e), treeCell(planned.avoidance_mtco2e)],
    ['report.euShare', shareOf(retired.eu_share), shareOf(planned.eu_share)],
    ['report.adjustedShare', shareOf(retired.adjusted_share), shareOf(planned.adjusted_share)],
  ];
  return (
    <Part
      title="report.credits"
      columns={[['report.figure'], ['report.retiredShort', 'count'], ['report.plannedShort', 'count']]}
    >
      {rows.map(([name, ofRetired, ofPlanned]) => (
        <tr key={name}>
          <th scope="row">{t(name)}</th>
          <td className={count}>{ofRetired}</td>
          <td className={count}>{ofPlanned}</td>
        </tr>
      ))}
    </Part>
  );
}
