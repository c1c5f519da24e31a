import { NumberInput, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { OperatorForestryProject, NewForestryProject } from '../../../api/wire.js';
import fields from '../../../components/fields.module.css';
import { FormDialog } from '../../../components/form-dialog.js';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

interface ForestryFormProps {
  /** Undefined to create a new one. */
  readonly project?: OperatorForestryProject;
  readonly onClose: () => void;
}

export function ForestryForm({ project, onClose }: ForestryFormProps) {
  const { t } = useI18n();
  const required = (value: unknown) => (String(value).trim() === '' ? t('app.required') : null);
  const form = useForm<Fields>({
    initialValues: fieldsOf(project),
    validate: { name: required, latitude: required, longitude: required },
  });
  const change = useOperatorMutation(
    (input: Fields) =>
      project
        ? operatorRequest<OperatorForestryProject>(
            'PATCH',
            `forestry-projects/${project.id}`,
            projectOf(input),
          )
        : operatorRequest<OperatorForestryProject>('POST', 'forestry-projects', projectOf(input)),
    { successMessage: () => t('app.operator.projectSaved'), onSuccess: onClose },
  );
  const error = useServerFieldError(form, change.error, {
    name: 'name',
    forest_latitude: 'latitude',
    forest_longitude: 'longitude',
    capacity_trees: 'capacity',
    content_introduction: 'introduction',
    content_body_html: 'body',
    website: 'website',
    place: 'place',
    content_logo: 'logo',
    content_masthead: 'masthead',
    content_images: 'images',
    'content_images[]': 'images',
  });
  const number = { hideControls: true, decimalScale: 6 };
  return (
    <FormDialog
      title={project ? project.name : t('app.operator.addProject')}
      action={t('app.save')}
      size="lg"
      error={error}
      isBusy={change.isPending}
      onSubmit={form.onSubmit((input) => change.mutate(input))}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        label={t('app.accounts.name')}
        description={t('app.operator.nameHint')}
      />
      <div className={fields['pair']}>
        <NumberInput
          {...form.getInputProps('latitude')}
          {...number}
          min={-90}
          max={90}
          label={t('app.operator.forestry.latitude')}
        />
        <NumberInput
          {...form.getInputProps('longitude')}
          {...number}
          min={-180}
          max={180}
          label={t('app.operator.forestry.longitude')}
        />
      </div>
      <TextInput
        {...form.getInputProps('place')}
        label={t('app.operator.forestry.place')}
        description={t('app.operator.forestry.placeHint')}
      />
      <NumberInput
        {...form.getInputProps('capacity')}
        {...number}
        allowNegative={false}
        label={t('app.operator.forestry.capacity')}
        description={t('app.operator.forestry.capacityHint')}
      />
      <Textarea
        {...form.getInputProps('introduction')}
        rows={2}
        label={t('app.operator.forestry.introduction')}
      />
      <Textarea {...form.getInputProps('body')} rows={5} label={t('app.operator.forestry.body')} />
      <TextInput
        {...form.getInputProps('website')}
        type="url"
        label={t('app.operator.forestry.website')}
        description={t('app.operator.forestry.websiteHint')}
      />
      <TextInput {...form.getInputProps('logo')} label={t('app.operator.forestry.logo')} />
      <TextInput {...form.getInputProps('masthead')} label={t('app.operator.forestry.masthead')} />
      <Textarea
        {...form.getInputProps('images')}
        rows={3}
        label={t('app.operator.forestry.images')}
        description={t('app.operator.forestry.imagesHint')}
      />
    </FormDialog>
  );
}

interface Fields {
  readonly name: string;
  readonly latitude: number | string;
  readonly longitude: number | string;
  readonly place: string;
  readonly capacity: number | string;
  readonly introduction: string;
  readonly body: string;
  readonly website: string;
  readonly logo: string;
  readonly masthead: string;
  readonly images: string;
}

const fieldsOf = (project: OperatorForestryProject | undefined): Fields => ({
  name: project?.name ?? '',
  latitude: project?.forest_latitude ?? '',
  longitude: project?.forest_longitude ?? '',
  place: project?.place ?? '',
  capacity: project?.capacity_trees ?? '',
  introduction: project?.content_introduction ?? '',
  body: project?.content_body_html ?? '',
  website: project?.website ?? '',
  logo: project?.content_logo ?? '',
  masthead: project?.content_masthead ?? '',
  images: project?.content_images.join('\n') ?? '',
});

const projectOf = (input: Fields): NewForestryProject => ({
  name: input.name.trim(),
  forest_latitude: Number(input.latitude),
  forest_longitude: Number(input.longitude),
  place: input.place.trim() || null,
  capacity_trees: input.capacity === '' ? null : Number(input.capacity),
  content_introduction: input.introduction,
  content_body_html: input.body,
  website: input.website.trim() || null,
  content_logo: input.logo.trim(),
  content_masthead: input.masthead.trim(),
  content_images: input.images.split(/\s+/).filter(Boolean),
});
