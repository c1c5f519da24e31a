import { Button, Title } from '@mantine/core';
import { IconDownload } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { saveFile } from '../../components/save-file.js';
import classes from './import.module.css';
import { thisMonth } from './use-month.js';

const columns = ['pages', 'date', 'width', 'length', 'gsm'] as const;

export function CsvTemplate() {
  const { t } = useI18n();
  const example = (): string[] => [
    `${columns.join()}\r\n`,
    `1200,${thisMonth()}-01,0.21,0.297,80\r\n`,
    `350,${thisMonth()}-01,0.297,0.42,90\r\n`,
  ];
  return (
    <div>
      <Title order={2}>{t('app.deposits.columns')}</Title>
      <dl className={classes['columns']}>
        {columns.map((name) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{t(`app.deposits.column.${name}`)}</dd>
          </div>
        ))}
      </dl>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} aria-hidden="true" />}
        onClick={() => saveFile(new Blob(example(), { type: 'text/csv' }), 'deposits.csv')}
      >
        {t('app.deposits.template')}
      </Button>
    </div>
  );
}
