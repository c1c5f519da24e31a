import { useState } from 'react';
import { basePath } from '../../base-path.js';
import { TreeRings } from '../../components/tree-rings.js';
import classes from './projects.module.css';

/** Falls back to tree rings if the project has no picture. */
export function ProjectPicture({ id }: { readonly id: string }) {
  const [isMissing, setMissing] = useState(false);
  return (
    <div className={classes['picture']}>
      {isMissing ? (
        <TreeRings seed={id} className={classes['rings']} />
      ) : (
        // Decorative: the name is next to it.
        <img
          src={`${basePath}/projects/${id}/picture`}
          alt=""
          loading="lazy"
          onError={() => setMissing(true)}
        />
      )}
    </div>
  );
}
