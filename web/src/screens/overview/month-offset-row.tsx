import { ActionIcon, Anchor } from '@mantine/core';
import type { BiomassOffset } from '@regrove/sdk';
import { Link } from '@tanstack/react-router';
import { screenPath, useScope } from '../../api/scope.js';
import { useProjectName } from '../../api/use-projects.js';
import classes from '../../components/table.module.css';
import { useI18n } from '../../i18n/use-i18n.js';
import { IconCertificate } from '../../icons/icons.js';
import { certificatePath } from '../offsets/certificate-path.js';

export function MonthOffsetRow({ offset }: { readonly offset: BiomassOffset }) {
  const { t, day, number, treeCell, locale } = useI18n();
  const { account } = useScope();
  const projectName = useProjectName();
  const date = day(offset.date);
  return (
    <tr>
      <th scope="row">
        <time dateTime={offset.date}>{date}</time>
        {offset.order_id && (
          <span className={classes['detail']}>
            <Anchor
              component={Link}
              to={screenPath(account.id, `orders/${offset.order_id}`)}
              c="inherit"
              fz="inherit"
            >
              {t('app.offsets.fromOrder')}
            </Anchor>
          </span>
        )}
        <span className={`${classes['detail']} ${classes['narrow']}`}>{projectName(offset.project_id)}</span>
      </th>
      <td className={`${classes['wide']} ${classes['long']}`}>{projectName(offset.project_id)}</td>
      <td className={`${classes['count']} ${classes['wide']}`}>{number(offset.pages)}</td>
      <td className={classes['count']}>
        {treeCell(offset.trees)}
        <span className={`${classes['detail']} ${classes['narrow']}`}>
          {t('app.amount.pages', { pages: offset.pages })}
        </span>
      </td>
      <td className={classes['act']}>
        <ActionIcon
          variant="subtle"
          radius="xl"
          size="lg"
          component="a"
          href={certificatePath(offset.certificate_id, locale)}
          target="_blank"
          aria-label={t('app.certificates.openOf', { date })}
        >
          <IconCertificate size={19} stroke={1.6} aria-hidden="true" />
        </ActionIcon>
      </td>
    </tr>
  );
}
