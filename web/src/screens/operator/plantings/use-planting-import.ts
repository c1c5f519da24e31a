import { useQuery } from '@tanstack/react-query';
import type { ImportedPlantings, PlantingPreview } from '../../../api/wire.js';
import type { CsvFile } from '../../../components/file-import/csv-file.js';
import { useI18n } from '../../../i18n/use-i18n.js';
import { operatorKey, operatorRequest, useOperatorMutation } from '../operator-api.js';

/** As a file, because it may be longer than other requests. */
const bodyOf = ({ csv }: CsvFile): Blob => new Blob([csv], { type: 'text/csv' });

export const usePlantingPreview = (file: CsvFile | undefined) =>
  useQuery({
    queryKey: operatorKey('planting-import', file?.key),
    enabled: file !== undefined,
    staleTime: Infinity,
    queryFn: () => operatorRequest<PlantingPreview>('POST', 'plantings/preview', file && bodyOf(file)),
  });

export function usePlantingImport(file: CsvFile, onSuccess: () => void) {
  const { t, number } = useI18n();
  return useOperatorMutation(
    (_: undefined) => operatorRequest<ImportedPlantings>('POST', 'plantings', bodyOf(file)),
    {
      successMessage: ({ created, updated }) =>
        t('app.operator.plantings.importText', { created: number(created), updated: number(updated) }),
      onSuccess,
    },
  );
}
