import { Seedling } from '../parts/seedling.js';
import classes from './splash.module.css';

/** While nothing is known yet: for a blink, so it has no words. */
export const Splash = () => (
  <div className={classes['splash']} aria-busy="true">
    <Seedling className={classes['sign']} />
  </div>
);
