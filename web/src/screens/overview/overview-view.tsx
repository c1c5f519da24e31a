import { useScope } from '../../api/scope.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { Card } from '../../components/card.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Figures } from './figures.js';
import { NewestCertificates } from './newest-certificates.js';
import classes from './overview.module.css';
import { PlantedMap } from './planted-map.js';
import { Volume } from './volume.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  return (
    <>
      <ScreenHeader title={t('app.overview.title')} />
      <div className={classes['grid']}>
        <Figures account={account} />
        <Volume />
        <NewestCertificates />
        <Card title={t('app.overview.projects')}>
          <PlantedMap />
        </Card>
      </div>
    </>
  );
}
