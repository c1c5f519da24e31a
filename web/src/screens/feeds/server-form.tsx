import { Button, Group, Modal, NativeSelect, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import type { Server } from '@regrove/sdk';
import { useScope } from '../../api/scope.js';
import { ErrorText } from '../../parts/error-text.js';
import { useWords } from '../../words/words.js';
import { typeName, useFeedTypes } from './feed-types.js';
import { nobody, ServerFields, userIn } from './server-fields.js';
import { useFeedChange } from './use-feed-change.js';

interface ServerFormProps {
  /** The one to change; none for a new one. */
  readonly server?: Server;
  readonly onClose: () => void;
}

/** The password is never shown, and stays as it is unless another one is typed. */
export function ServerForm({ server, onClose }: ServerFormProps) {
  const { say } = useWords();
  const { client } = useScope();
  const { data: types = [] } = useFeedTypes();
  const form = useForm({
    initialValues: {
      type: server?.type ?? 'snmp',
      url: server?.url ?? '',
      username: server && server.username !== nobody ? server.username : '',
      password: '',
    },
    validate: { url: (url) => (url.trim() ? null : say('app.required')) },
  });
  const change = useFeedChange(
    (values: typeof form.values) => {
      const where = { url: values.url.trim(), username: userIn(values) };
      return server
        ? client.servers.update(server.id, {
            ...where,
            ...(values.password && { password: values.password }),
          })
        : client.servers.create({ ...where, type: values.type, password: values.password || null });
    },
    { said: say(server ? 'app.saved' : 'app.servers.created'), onDone: onClose },
  );
  return (
    <Modal
      opened
      onClose={onClose}
      title={say(server ? 'app.feeds.change' : 'app.servers.create')}
      closeButtonProps={{ 'aria-label': say('app.close') }}
    >
      <form noValidate onSubmit={form.onSubmit((values) => change.mutate(values))}>
        <Stack>
          {!server && (
            <NativeSelect
              {...form.getInputProps('type')}
              label={say('app.feeds.type')}
              data={types.map(({ type }) => ({ value: type, label: typeName(type) }))}
            />
          )}
          <ServerFields
            type={form.values.type}
            inputOf={(field) => form.getInputProps(field)}
            isKnown={server !== undefined}
          />
          <ErrorText error={change.error} />
        </Stack>
        <Group justify="flex-end" mt="xl">
          <Button variant="default" onClick={onClose}>
            {say('app.cancel')}
          </Button>
          <Button type="submit" loading={change.isPending}>
            {say('app.save')}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
