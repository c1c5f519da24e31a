import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { useWords } from '../words/words.js';
import classes from './offline.module.css';

const watch = (onChange: () => void): (() => void) => onlineManager.subscribe(onChange);

export function Offline() {
  const isOnline = useSyncExternalStore(watch, () => onlineManager.isOnline());
  const { say } = useWords();
  return (
    <div role="status" className={isOnline ? undefined : classes['offline']}>
      {isOnline ? '' : say('app.offline')}
    </div>
  );
}
