import { Logo } from '../components/logo.js';
import classes from './splash.module.css';

/** While nothing is known yet: for a blink, so it has no words. */
export const Splash = () => (
  <div className={classes['splash']} aria-busy="true">
    <Logo className={classes['logo']} />
  </div>
);
