import { Logo } from '../components/logo.js';
import classes from './splash.module.css';

/** Shown too briefly for text. */
export const Splash = () => (
  <div className={classes['splash']} aria-busy="true">
    <Logo className={classes['logo']} />
  </div>
);
