import { Button } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { OperatorPlanting } from '../../../api/wire.js';
import { IconPhoto } from '../../../icons/icons.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import rows from '../rows.module.css';
import { PhotosDialog } from './photos-dialog.js';

export function PlantingRow({ planting }: { readonly planting: OperatorPlanting }) {
  const { t, day, number, trees } = useI18n();
  const [isOpen, photos] = useDisclosure(false);
  const { reference, project_name: project, partner, species } = planting;
  return (
    <li className={rows['row']}>
      <div className={rows['text']}>
        <div className={rows['name']}>
          <span dir="auto">{reference}</span>
        </div>
        <p className={rows['detail']}>
          <span>{day(planting.planted_on)}</span>
          <bdi>{project}</bdi>
          <bdi>{partner}</bdi>
        </p>
        {species.length > 0 && (
          <p className={rows['detail']}>
            <bdi>{species.join(', ')}</bdi>
          </p>
        )}
      </div>
      <div className={rows['figures']}>
        <div className={rows['figure']}>
          {t('app.amount.trees', { trees: planting.trees })}
          <small>
            {t('app.operator.plantings.survivingOf', {
              surviving: trees(planting.surviving_trees),
              total: trees(planting.trees),
            })}
          </small>
          <small>{t('app.operator.plantings.covered', { number: trees(planting.covered_trees) })}</small>
        </div>
      </div>
      <div className={rows['buttons']}>
        <Button
          variant="default"
          leftSection={<IconPhoto size={18} aria-hidden="true" />}
          aria-label={t('app.operator.plantings.photosOf', { reference })}
          onClick={photos.open}
        >
          {t('app.operator.plantings.photos', { count: number(planting.photos.length) })}
        </Button>
      </div>
      {isOpen && <PhotosDialog planting={planting} onClose={photos.close} />}
    </li>
  );
}
