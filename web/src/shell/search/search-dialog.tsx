import { Loader, Modal, TextInput, VisuallyHidden } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState, type KeyboardEvent } from 'react';
import type { SearchHit } from '../../api/wire.js';
import { ErrorText } from '../../components/error-text.js';
import { IconSearch } from '../../icons/icons.js';
import { useI18n } from '../../i18n/use-i18n.js';
import { searchHitTarget } from './search-hit-target.js';
import { SearchResults } from './search-results.js';
import classes from './search.module.css';
import { useSearchHits } from './use-search.js';

interface SearchDialogProps {
  /** The account that one is looking at. */
  readonly at: string;
  readonly onClose: () => void;
}

/** A combobox: the focus stays in the field, and the arrow keys choose among the hits. */
export function SearchDialog({ at, onClose }: SearchDialogProps) {
  const { t, locale } = useI18n();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { hits, settled, error, isFetching } = useSearchHits(text, at);
  const list = useId();
  const current = hits?.[Math.min(chosen, hits.length - 1)];
  const open = (hit: SearchHit): void => {
    onClose();
    const place = searchHitTarget(hit, locale);
    if (place.isPublic) window.open(place.path, '_blank', 'noreferrer');
    else void navigate({ to: place.path });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!hits || hits.length === 0 || event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((Math.min(chosen, hits.length - 1) + step + hits.length) % hits.length);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      open(current);
    }
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('app.search.open')}
      size="lg"
      // It must not move while hits come and go.
      centered={false}
      yOffset="10vh"
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <TextInput
        data-autofocus
        className={classes['field']}
        role="combobox"
        aria-label={t('app.search.hint')}
        aria-expanded={(hits?.length ?? 0) > 0}
        aria-controls={hits?.length ? list : undefined}
        aria-autocomplete="list"
        aria-activedescendant={current && `${list}-${current.id}`}
        placeholder={t('app.search.hint')}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        rightSection={isFetching && <Loader size="xs" aria-hidden="true" />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <div className={classes['results']}>
        <ErrorText error={error} />
        {!hits && <p className={classes['note']}>{t('app.search.about')}</p>}
        {hits?.length === 0 && <p className={classes['note']}>{t('app.search.none', { text: settled })}</p>}
        {hits && hits.length > 0 && (
          <SearchResults id={list} hits={hits} current={current} onChoose={open} onPoint={setChosen} />
        )}
      </div>
      <VisuallyHidden role="status">{hits && t('app.search.count', { count: hits.length })}</VisuallyHidden>
    </Modal>
  );
}
