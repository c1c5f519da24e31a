import { ActionIcon, Tooltip } from '@mantine/core';
import { useState } from 'react';
import { IconCertificate, IconLock, IconTrash } from '../../icons/icons.js';
import { useScope } from '../../api/scope.js';
import { useProjectName } from '../../api/use-projects.js';
import type { ListedOffset } from '../../api/wire.js';
import { FullPermissionOnly } from '../../components/full-permission-only.js';
import { AccountCell, AccountLine } from '../../components/row-account.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { certificatePath } from './certificate-path.js';
import { DeleteOffset } from './delete-offset.js';
import { OffsetOrigin } from './offset-origin.js';
import own from './offsets.module.css';

const action = { variant: 'subtle', radius: 'xl', size: 'lg' } as const;
const icon = { size: 19, stroke: 1.6, 'aria-hidden': true } as const;

interface OffsetRowProps {
  readonly offset: ListedOffset;
  /** Whether the list has offsets of several accounts. */
  readonly isCombined: boolean;
}

export function OffsetRow({ offset, isCombined }: OffsetRowProps) {
  const { account } = useScope();
  const { t, day, number, treeCell, locale } = useI18n();
  const projectName = useProjectName();
  const [isDeleting, setDeleting] = useState(false);
  const date = day(offset.date);
  return (
    <tr>
      <th scope="row">
        <time dateTime={offset.date}>{date}</time>
        <OffsetOrigin origin={offset} />
        <span className={`${classes['detail']} ${classes['narrow']}`}>{projectName(offset.project_id)}</span>
        {isCombined && <AccountLine row={offset} screen="offsets" />}
      </th>
      {isCombined && <AccountCell row={offset} screen="offsets" />}
      <td className={`${classes['wide']} ${classes['long']}`}>{projectName(offset.project_id)}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>{number(offset.pages)}</td>
      <td className={classes['count']}>
        {treeCell(offset.trees)}
        <span className={`${classes['detail']} ${classes['narrow']}`}>
          {t('app.amount.pages', { pages: offset.pages })}
        </span>
      </td>
      <td className={classes['act']}>
        <span className={own['actions']}>
          <Tooltip label={t('app.offsets.certificate')}>
            <ActionIcon
              {...action}
              component="a"
              href={certificatePath(offset.certificate_id, locale)}
              target="_blank"
              aria-label={t('app.certificates.openOf', { date })}
            >
              <IconCertificate {...icon} />
            </ActionIcon>
          </Tooltip>
          {offset.is_locked ? (
            <Tooltip label={t('app.offsets.locked')} events={{ hover: true, focus: true, touch: true }}>
              <span role="img" tabIndex={0} aria-label={t('app.offsets.locked')} className={own['locked']}>
                <IconLock {...icon} />
              </span>
            </Tooltip>
          ) : (
            // Those of another account are deleted in its own list.
            offset.account_id === account.id && (
              <FullPermissionOnly>
                <Tooltip label={t('app.delete')}>
                  <ActionIcon
                    {...action}
                    aria-label={t('app.offsets.deleteOf', { date })}
                    onClick={() => setDeleting(true)}
                  >
                    <IconTrash {...icon} />
                  </ActionIcon>
                </Tooltip>
              </FullPermissionOnly>
            )
          )}
        </span>
        {isDeleting && <DeleteOffset offset={offset} onClose={() => setDeleting(false)} />}
      </td>
    </tr>
  );
}
