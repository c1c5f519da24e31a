import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ForestryProject } from '@regrove/sdk';
import { pathTo, useScope } from '../../api/scope.js';
import { Sheet } from '../../parts/sheet.js';
import { useWords } from '../../words/words.js';
import classes from './projects.module.css';

/** The account's favorites in their order, and what they are good for. */
export function Favorites({ favorites }: { readonly favorites: readonly ForestryProject[] }) {
  const { say } = useWords();
  const { account } = useScope();
  return (
    <Sheet title={say('app.projects.favorites')}>
      <p className={classes['explained']}>
        {say(favorites.length > 0 ? 'app.projects.favoritesText' : 'app.projects.noFavorites')}
      </p>
      {favorites.length > 0 && (
        <ol className={classes['favorites']}>
          {favorites.map(({ id, name }) => (
            <li key={id}>
              <Anchor component={Link} to={pathTo(account.id, `projects/${id}`)}>
                {name}
              </Anchor>
            </li>
          ))}
        </ol>
      )}
    </Sheet>
  );
}
