import type { OperatorForestryProject } from '../../../api/wire.js';
import { Meter } from '../../../components/meter.js';
import { StatusBadge } from '../../../components/status-badge.js';
import { Logo } from '../../../components/logo.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import { ForestryActions } from './forestry-actions.js';
import classes from './forestry.module.css';

export function ForestryRow({ project }: { readonly project: OperatorForestryProject }) {
  const { t, number } = useI18n();
  return (
    <li className={rows['row']}>
      {project.picture_url ? (
        <img className={classes['picture']} src={project.picture_url} alt="" loading="lazy" />
      ) : (
        <div className={`${classes['picture'] ?? ''} ${classes['none'] ?? ''}`}>
          <Logo className={undefined} />
        </div>
      )}
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span>{project.name}</span>
          {project.status === 'complete' && (
            <StatusBadge tone="quiet">{t('app.projects.complete')}</StatusBadge>
          )}
        </div>
        <p className={rows['detail']}>
          {project.place && (
            <>
              <bdi>{project.place}</bdi> ·{' '}
            </>
          )}
          {number(project.forest_latitude)}°, {number(project.forest_longitude)}°
        </p>
        <Certified project={project} />
      </div>
      <ForestryActions project={project} />
    </li>
  );
}

function Certified({ project }: { readonly project: OperatorForestryProject }) {
  const { t, trees } = useI18n();
  const { planted_trees: certified, capacity_trees: capacity } = project;
  const progress =
    capacity === null
      ? t('app.operator.forestry.certified', { trees: certified })
      : t('app.operator.forestry.certifiedOf', { trees: certified, capacity: trees(capacity) });
  return (
    <div className={classes['planted']}>
      <p>{progress}</p>
      {capacity !== null && <Meter label={progress} value={certified} max={capacity} />}
    </div>
  );
}
