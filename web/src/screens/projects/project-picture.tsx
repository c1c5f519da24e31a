import { useState } from 'react';
import { TreeRings } from '../../components/tree-rings.js';
import classes from './projects.module.css';

/** The picture that the server keeps of a project; rings where it has none. */
export function ProjectPicture({ id }: { readonly id: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <div className={classes['picture']}>
      {isMissing ? (
        <TreeRings seed={id} className={classes['rings']} />
      ) : (
        // It says nothing that the name beside it does not.
        <img src={`/projects/${id}/picture`} alt="" loading="lazy" onError={() => setMissing(true)} />
      )}
    </div>
  );
}
