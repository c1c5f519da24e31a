import { TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { FormDialog } from '../../components/form-dialog.js';
import { useServerFieldError } from '../../components/use-server-field-error.js';
import { useI18n } from '../../i18n/use-i18n.js';

interface PasskeyNameDialogProps {
  readonly title: string;
  readonly action: string;
  readonly name: string;
  /** Takes the name. */
  readonly mutation: {
    readonly error: unknown;
    readonly isPending: boolean;
    readonly mutate: (name: string) => void;
  };
  readonly onClose: () => void;
}

/** Asks for the name of a new or existing passkey. */
export function PasskeyNameDialog({ title, action, name, mutation, onClose }: PasskeyNameDialogProps) {
  const { t } = useI18n();
  const form = useForm({ initialValues: { name } });
  const error = useServerFieldError(form, mutation.error, { name: 'name' });
  return (
    <FormDialog
      title={title}
      action={action}
      error={error}
      isBusy={mutation.isPending}
      onSubmit={form.onSubmit((values) => mutation.mutate(values.name.trim()))}
      onClose={onClose}
    >
      <TextInput
        {...form.getInputProps('name')}
        data-autofocus
        maxLength={100}
        label={t('app.passkeys.name')}
        description={t('app.passkeys.nameHint')}
      />
    </FormDialog>
  );
}
