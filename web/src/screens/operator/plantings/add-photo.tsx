import { Button, FileInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { maxPictureBytes } from '../../../api/limits.js';
import type { AddedPlantingPhoto } from '../../../api/wire.js';
import { today } from '../../../clock.js';
import { ErrorText } from '../../../components/error-text.js';
import fields from '../../../components/fields.module.css';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { IconPhoto } from '../../../icons/icons.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';
import classes from './plantings.module.css';

interface Fields {
  readonly photo: File | null;
  readonly takenOn: string;
  readonly caption: string;
}

const empty: Fields = { photo: null, takenOn: '', caption: '' };

export function AddPhoto({ plantingId }: { readonly plantingId: string }) {
  const { t } = useI18n();
  const form = useForm<Fields>({
    initialValues: empty,
    validate: {
      photo: (photo) => {
        if (!photo) return t('app.required');
        return photo.size > maxPictureBytes ? t('app.operator.forestry.pictureTooLarge') : null;
      },
    },
  });
  const adding = useOperatorMutation(
    ({ photo, takenOn, caption }: Fields) => {
      const details = new URLSearchParams({
        ...(takenOn !== '' && { taken_on: takenOn }),
        ...(caption.trim() !== '' && { caption: caption.trim() }),
      });
      return operatorRequest<AddedPlantingPhoto>(
        'POST',
        `plantings/${plantingId}/photos?${details.toString()}`,
        photo ?? undefined,
      );
    },
    {
      successMessage: ({ created }) =>
        t(created ? 'app.operator.plantings.photoAdded' : 'app.operator.plantings.photoKnown'),
      onSuccess: () => form.setValues(empty),
    },
  );
  const error = useServerFieldError(form, adding.error, { taken_on: 'takenOn', caption: 'caption' });
  return (
    <form noValidate className={classes['add']} onSubmit={form.onSubmit((input) => adding.mutate(input))}>
      <ErrorText error={error} />
      <FileInput
        {...form.getInputProps('photo')}
        // Without HEIC in the list, an iPhone hands its photos over as JPEGs.
        accept="image/jpeg,image/png,image/webp"
        clearable
        leftSection={<IconPhoto size={18} aria-hidden="true" />}
        label={t('app.operator.plantings.choosePhoto')}
        description={t('app.operator.plantings.photoHint')}
      />
      <div className={fields['pair']}>
        <TextInput
          {...form.getInputProps('takenOn')}
          type="date"
          max={today()}
          label={t('app.operator.plantings.takenOn')}
        />
        <TextInput
          {...form.getInputProps('caption')}
          maxLength={300}
          label={t('app.operator.plantings.caption')}
        />
      </div>
      <Button type="submit" loading={adding.isPending}>
        {t('app.operator.plantings.addPhoto')}
      </Button>
    </form>
  );
}
