import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useWords } from '../words/words.js';
import { Empty } from './empty.js';

export function NotFound() {
  const { say } = useWords();
  return (
    <Empty
      order={1}
      title={say('app.notFound.title')}
      text={say('app.notFound.text')}
      action={
        <Button component={Link} to="/" variant="default">
          {say('app.notFound.action')}
        </Button>
      }
    />
  );
}
