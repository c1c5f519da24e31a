import { ActionIcon, Menu, Title, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight, IconLock } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { useMonths } from './use-deposits.js';
import { addMonths, thisMonth } from './use-month.js';
import classes from './month-picker.module.css';

interface MonthPickerProps {
  readonly month: string;
  readonly onChange: (month: string) => void;
  /** Which months have deposits is known of the account itself. */
  readonly isOwn: boolean;
}

export function MonthPicker({ month, onChange, isOwn }: MonthPickerProps) {
  const i18n = useI18n();
  const { months, isClosed } = useMonths();
  const button = { variant: 'default', size: 'lg', radius: 'xl' } as const;
  const name = i18n.month(`${month}-01`);
  return (
    <div className={classes['switch']}>
      <div className={classes['months']}>
        <ActionIcon
          {...button}
          aria-label={i18n.t('app.deposits.previousMonth')}
          onClick={() => onChange(addMonths(month, -1))}
        >
          <IconChevronLeft size={18} aria-hidden="true" />
        </ActionIcon>
        <Title order={2} aria-live="polite" className={classes['month']}>
          {months.length === 0 || !isOwn ? (
            name
          ) : (
            <Menu shadow="md" width={320}>
              <Menu.Target>
                <UnstyledButton className={classes['chosen']}>
                  {name}
                  <IconChevronDown size={16} aria-hidden="true" />
                </UnstyledButton>
              </Menu.Target>
              <Menu.Dropdown className={classes['list']}>
                <Menu.Label>{i18n.t('app.deposits.months')}</Menu.Label>
                {months.map((one) => (
                  <Menu.Item
                    key={one}
                    onClick={() => onChange(one)}
                    aria-current={one === month ? 'true' : undefined}
                    rightSection={
                      isClosed(one) && (
                        <span className={classes['closed']}>
                          <IconLock size={14} aria-hidden="true" />
                          {i18n.t('app.deposits.closed')}
                        </span>
                      )
                    }
                  >
                    {i18n.month(`${one}-01`)}
                  </Menu.Item>
                ))}
              </Menu.Dropdown>
            </Menu>
          )}
        </Title>
        <ActionIcon
          {...button}
          aria-label={i18n.t('app.deposits.nextMonth')}
          disabled={month >= thisMonth()}
          onClick={() => onChange(addMonths(month, 1))}
        >
          <IconChevronRight size={18} aria-hidden="true" />
        </ActionIcon>
      </div>
      {isClosed(month) && (
        <p className={classes['note']}>
          <IconLock size={15} aria-hidden="true" />
          <span>
            <strong>{i18n.t('app.deposits.closed')}</strong>
            {i18n.t('app.deposits.closedText')}
          </span>
        </p>
      )}
    </div>
  );
}
