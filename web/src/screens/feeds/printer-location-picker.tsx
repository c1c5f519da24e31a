import { useI18n } from '../../i18n/use-i18n.js';
import { ChoiceCards } from './choice-cards.js';
import { printerLocations, type PrinterLocation } from './printer-location.js';

interface PlacePickerProps {
  readonly chosen: PrinterLocation | undefined;
  readonly onChoose: (place: PrinterLocation) => void;
}

export function PrinterLocationPicker({ chosen, onChoose }: PlacePickerProps) {
  const { t } = useI18n();
  return (
    <ChoiceCards
      label={t('app.feeds.place.title')}
      name="place"
      choices={printerLocations.map((place) => ({
        value: place,
        name: t(`app.feeds.place.${place}`),
        about: t(`app.feeds.place.${place}About`),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
