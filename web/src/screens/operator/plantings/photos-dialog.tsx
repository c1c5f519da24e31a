import { ActionIcon, Modal, Text } from '@mantine/core';
import { useState } from 'react';
import type { OperatorPlanting } from '../../../api/wire.js';
import { FullPermissionOnly } from '../../../components/full-permission-only.js';
import { ConfirmMutation } from '../../../components/confirm-mutation.js';
import { IconTrash } from '../../../icons/icons.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';
import { AddPhoto } from './add-photo.js';
import classes from './plantings.module.css';

type Photo = OperatorPlanting['photos'][number];

interface PhotosDialogProps {
  readonly planting: OperatorPlanting;
  readonly onClose: () => void;
}

/** The photos of a planting, and how to add or delete one. */
export function PhotosDialog({ planting: { id, reference, photos }, onClose }: PhotosDialogProps) {
  const { t } = useI18n();
  const [deleting, setDeleting] = useState<Photo>();
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={t('app.operator.plantings.photosOf', { reference })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {photos.length === 0 ? (
        <Text c="dimmed">{t('app.operator.plantings.noPhotos')}</Text>
      ) : (
        <ul className={classes['photos']}>
          {photos.map((photo) => (
            <PhotoItem key={photo.id} photo={photo} onDelete={() => setDeleting(photo)} />
          ))}
        </ul>
      )}
      <FullPermissionOnly>
        <AddPhoto plantingId={id} />
      </FullPermissionOnly>
      {deleting && <DeletePhoto photo={deleting} onClose={() => setDeleting(undefined)} />}
    </Modal>
  );
}

function PhotoItem({ photo, onDelete }: { readonly photo: Photo; readonly onDelete: () => void }) {
  const { t, day } = useI18n();
  const { url, thumbnail_url: small, caption, taken_on: takenOn } = photo;
  return (
    <li>
      <a href={url} target="_blank" rel="noreferrer">
        <img src={small} alt={caption ?? t('app.operator.plantings.noCaption')} loading="lazy" />
      </a>
      <p>
        <span>
          {caption !== null && <bdi>{caption}</bdi>}
          {takenOn !== null && <small>{day(takenOn)}</small>}
        </span>
        <FullPermissionOnly>
          <ActionIcon
            variant="subtle"
            aria-label={t('app.operator.plantings.deletePhoto')}
            onClick={onDelete}
          >
            <IconTrash size={18} aria-hidden="true" />
          </ActionIcon>
        </FullPermissionOnly>
      </p>
    </li>
  );
}

function DeletePhoto({ photo: { id }, onClose }: { readonly photo: Photo; readonly onClose: () => void }) {
  const { t } = useI18n();
  const mutation = useOperatorMutation(
    (_: undefined) => operatorRequest<object>('DELETE', `planting-photos/${id}`),
    { successMessage: () => t('app.operator.plantings.photoDeleted'), onSuccess: onClose },
  );
  return (
    <ConfirmMutation
      title={t('app.operator.plantings.deletePhoto')}
      text={t('app.operator.plantings.deletePhotoText')}
      action={t('app.operator.plantings.deletePhoto')}
      mutation={mutation}
      onClose={onClose}
    />
  );
}
