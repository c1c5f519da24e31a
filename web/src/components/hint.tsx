import { Group, Text } from '@mantine/core';
import { IconInfoCircle } from '../icons/icons.js';

export const Hint = ({ children }: { readonly children: string }) => (
  <Group component="p" role="note" wrap="nowrap" align="flex-start" gap="sm" mt={0} mb="xl">
    <IconInfoCircle size={22} stroke={1.6} color="var(--copper-ink)" aria-hidden="true" />
    <Text span flex={1}>
      {children}
    </Text>
  </Group>
);
