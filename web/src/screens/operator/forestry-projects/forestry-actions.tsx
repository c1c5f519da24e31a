import { Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useRef, useState } from 'react';
import {
  IconCheck,
  IconExternalLink,
  IconPencil,
  IconPhoto,
  IconPhotoOff,
  IconPlayerPlay,
} from '../../../icons/icons.js';
import { useErrorText } from '../../../api/error-message.js';
import { maxPictureBytes } from '../../../api/limits.js';
import type { OperatorForestryProject } from '../../../api/wire.js';
import { RowMenu } from '../../../components/row-menu.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorRequest, useOperatorMutation } from '../operator-api.js';
import { ToggleProject } from '../toggle-project.js';
import { ForestryForm } from './forestry-form.js';

const icon = { size: 16, 'aria-hidden': true } as const;

export function ForestryActions({ project }: { readonly project: OperatorForestryProject }) {
  const { t } = useI18n();
  const errorText = useErrorText();
  const [open, setOpen] = useState<'edit' | 'switch'>();
  const chooser = useRef<HTMLInputElement>(null);
  const path = `forestry-projects/${project.id}`;
  const complain = (message: string): void => void notifications.show({ color: 'red', message });
  const picture = useOperatorMutation(
    (file: File | undefined) =>
      operatorRequest<OperatorForestryProject>(file ? 'PUT' : 'DELETE', `${path}/picture`, file),
    {
      successMessage: ({ picture_url: url }) =>
        t(url ? 'app.operator.forestry.pictureSet' : 'app.operator.forestry.pictureRemoved'),
    },
  );
  const send = (file?: File): void => {
    if (file && file.size > maxPictureBytes) complain(t('app.operator.forestry.pictureTooLarge'));
    else picture.mutate(file, { onError: (error) => complain(errorText(error)) });
  };
  const isActive = project.status === 'active';
  return (
    <>
      <input
        ref={chooser}
        type="file"
        hidden
        // Without HEIC in the list, an iPhone hands its photos over as JPEGs.
        accept="image/jpeg,image/png,image/webp"
        aria-label={t('app.operator.forestry.pictureOf', { project: project.name })}
        onChange={({ currentTarget }) => {
          const [file] = currentTarget.files ?? [];
          if (file) send(file);
          // So that the same file can be chosen again after a fix.
          currentTarget.value = '';
        }}
      />
      <RowMenu label={t('app.accounts.actions', { account: project.name })}>
        <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setOpen('edit')}>
          {t('app.operator.edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconPhoto {...icon} />} onClick={() => chooser.current?.click()}>
          {t('app.operator.forestry.choosePicture')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconExternalLink {...icon} />}
          component="a"
          href={`/projects/${project.id}`}
          target="_blank"
        >
          {t('app.projects.publicPage')}
        </Menu.Item>
        {project.picture_url && (
          <Menu.Item leftSection={<IconPhotoOff {...icon} />} onClick={() => send()}>
            {t('app.operator.forestry.removePicture')}
          </Menu.Item>
        )}
        <Menu.Item
          leftSection={isActive ? <IconCheck {...icon} /> : <IconPlayerPlay {...icon} />}
          onClick={() => setOpen('switch')}
        >
          {t(isActive ? 'app.operator.complete' : 'app.operator.reactivate')}
        </Menu.Item>
      </RowMenu>
      {open === 'edit' && <ForestryForm project={project} onClose={() => setOpen(undefined)} />}
      {open === 'switch' && (
        <ToggleProject path={path} project={project} onClose={() => setOpen(undefined)} />
      )}
    </>
  );
}
