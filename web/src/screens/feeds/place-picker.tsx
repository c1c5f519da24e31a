import { useI18n } from '../../i18n/use-i18n.js';
import { ChoiceCards } from './choice-cards.js';
import { places, type Place } from './place.js';

interface PlacePickerProps {
  readonly chosen: Place | undefined;
  readonly onChoose: (place: Place) => void;
}

export function PlacePicker({ chosen, onChoose }: PlacePickerProps) {
  const { t } = useI18n();
  return (
    <ChoiceCards
      label={t('app.feeds.place.title')}
      name="place"
      choices={places.map((place) => ({
        value: place,
        name: t(`app.feeds.place.${place}`),
        about: t(`app.feeds.place.${place}About`),
      }))}
      chosen={chosen}
      onChoose={onChoose}
    />
  );
}
