import { ActionIcon, Anchor, Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { IconCertificate, IconLock, IconTrash } from '../../icons/icons.js';
import { screenPath, useScope } from '../../api/scope.js';
import { useProjectName } from '../../api/use-projects.js';
import type { ListedOffset } from '../../api/wire.js';
import { Changes } from '../../components/changes.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { certificatePath } from './certificate-path.js';
import { DeleteOffset } from './delete-offset.js';
import own from './offsets.module.css';

const action = { variant: 'subtle', radius: 'xl', size: 'lg' } as const;
const icon = { size: 19, stroke: 1.6, 'aria-hidden': true } as const;

export function OffsetRow({ offset }: { readonly offset: ListedOffset }) {
  const { t, day, number, trees, locale } = useI18n();
  const projectName = useProjectName();
  const [isDeleting, setDeleting] = useState(false);
  const date = day(offset.date);
  return (
    <tr>
      <th scope="row">
        <a
          href={certificatePath(offset.certificate_id, locale)}
          target="_blank"
          rel="noreferrer"
          className={classes['link']}
        >
          <time dateTime={offset.date}>{date}</time>
        </a>
        <Origin offset={offset} />
        <span className={`${classes['detail']} ${classes['narrow']}`}>{projectName(offset.project_id)}</span>
      </th>
      <td className={`${classes['wide']} ${classes['long']}`}>{projectName(offset.project_id)}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>{number(offset.pages)}</td>
      <td className={classes['count']}>
        {trees(offset.trees)}
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
            <Changes>
              <Tooltip label={t('app.delete')}>
                <ActionIcon
                  {...action}
                  aria-label={t('app.offsets.deleteOf', { date })}
                  onClick={() => setDeleting(true)}
                >
                  <IconTrash {...icon} />
                </ActionIcon>
              </Tooltip>
            </Changes>
          )}
        </span>
        {isDeleting && <DeleteOffset offset={offset} onClose={() => setDeleting(false)} />}
      </td>
    </tr>
  );
}

function Origin({ offset }: { readonly offset: ListedOffset }) {
  const { t, month } = useI18n();
  const { account } = useScope();
  if (offset.settled_month)
    return (
      <span className={classes['detail']}>
        {t('app.offsets.fromMonthEnd', { month: month(`${offset.settled_month}-01`) })}
      </span>
    );
  const [path, label] = offset.order_id
    ? [`orders/${offset.order_id}`, t('app.offsets.fromOrder')]
    : [`quotes/${offset.quote_id ?? ''}`, t('app.offsets.fromQuote')];
  if (!offset.order_id && !offset.quote_id) return null;
  return (
    <span className={classes['detail']}>
      <Anchor component={Link} to={screenPath(account.id, path)} c="inherit" fz="inherit">
        {label}
      </Anchor>
    </span>
  );
}
