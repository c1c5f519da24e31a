import { screenPath, usePathParams, useScope } from '../../api/scope.js';
import { ScreenHeader } from '../../components/screen-header.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { Readings } from './readings.js';

export function View() {
  const { t } = useI18n();
  const { account } = useScope();
  const { id = '' } = usePathParams();
  return (
    <>
      <ScreenHeader
        back={{ to: screenPath(account.id, `feeds/${id}`), label: t('app.feeds.devices') }}
        title={t('app.feeds.allReadings')}
      />
      <Readings feedId={id} />
    </>
  );
}
