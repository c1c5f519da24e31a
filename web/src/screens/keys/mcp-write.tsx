import { Switch, type SwitchProps } from '@mantine/core';
import { useI18n } from '../../i18n/use-i18n.js';

/** Whether AI assistants may change something with the key. */
export function McpWrite(input: SwitchProps) {
  const { t } = useI18n();
  return <Switch {...input} label={t('app.keys.mcpWrite')} description={t('app.keys.mcpWriteHint')} />;
}
