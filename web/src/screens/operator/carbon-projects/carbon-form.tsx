import { NumberInput, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { CarbonProject, NewCarbonProject } from '../../../api/wire.js';
import { FormDialog } from '../../../components/form-dialog.js';
import { useServerFieldError } from '../../../components/use-server-field-error.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';

interface CarbonFormProps {
  /** Undefined to create a new one. */
  readonly project?: CarbonProject;
  readonly onClose: () => void;
}

export function CarbonForm({ project, onClose }: CarbonFormProps) {
  const { t } = useI18n();
  const required = (value: unknown) => (String(value).trim() === '' ? t('app.required') : null);
  const form = useForm<Fields>({
    initialValues: {
      name: project?.name ?? '',
      type: project?.type ?? '',
      registry: project?.registry_name ?? '',
      price: project?.price_per_tonne ?? '',
    },
    validate: { name: required, type: required, registry: required, price: required },
  });
  const change = useOperatorMutation(
    (input: Fields) =>
      project
        ? operatorRequest<CarbonProject>('PATCH', `carbon-projects/${project.id}`, projectOf(input))
        : operatorRequest<CarbonProject>('POST', 'carbon-projects', projectOf(input)),
    { successMessage: () => t('app.operator.projectSaved'), onSuccess: onClose },
  );
  const error = useServerFieldError(form, change.error, {
    name: 'name',
    type: 'type',
    registry_name: 'registry',
    price_per_tonne: 'price',
  });
  return (
    <FormDialog
      title={project ? project.name : t('app.operator.addProject')}
      action={t('app.save')}
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
      <TextInput {...form.getInputProps('type')} label={t('app.operator.carbon.type')} />
      <TextInput {...form.getInputProps('registry')} label={t('app.operator.carbon.registry')} />
      <NumberInput
        {...form.getInputProps('price')}
        hideControls
        allowNegative={false}
        label={t('app.operator.carbon.price')}
        description={t('app.operator.carbon.priceHint')}
      />
    </FormDialog>
  );
}

interface Fields {
  readonly name: string;
  readonly type: string;
  readonly registry: string;
  readonly price: number | string;
}

const projectOf = ({ name, type, registry, price }: Fields): NewCarbonProject => ({
  name: name.trim(),
  type: type.trim(),
  registry_name: registry.trim(),
  price_per_tonne: Number(price),
});
