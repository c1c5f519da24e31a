import { ActionIcon, Title } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useWords } from '../../words/words.js';
import classes from './deposits.module.css';
import { monthsAfter, thisMonth } from './use-month.js';

interface MonthSwitchProps {
  readonly month: string;
  readonly onChange: (month: string) => void;
}

export function MonthSwitch({ month, onChange }: MonthSwitchProps) {
  const words = useWords();
  const button = { variant: 'default', size: 'lg', radius: 'xl' } as const;
  return (
    <div className={classes['months']}>
      <ActionIcon
        {...button}
        aria-label={words.say('app.deposits.previousMonth')}
        onClick={() => onChange(monthsAfter(month, -1))}
      >
        <IconChevronLeft size={18} aria-hidden="true" />
      </ActionIcon>
      <Title order={2} aria-live="polite" className={classes['month']}>
        {words.month(`${month}-01`)}
      </Title>
      <ActionIcon
        {...button}
        aria-label={words.say('app.deposits.nextMonth')}
        disabled={month >= thisMonth()}
        onClick={() => onChange(monthsAfter(month, 1))}
      >
        <IconChevronRight size={18} aria-hidden="true" />
      </ActionIcon>
    </div>
  );
}
