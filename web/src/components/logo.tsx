import classes from './empty-state.module.css';

export const Logo = ({ className = classes['logo'] }: { readonly className?: string | undefined }) => (
  <svg className={className} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d="M11 13C5 13 3 9 3 4c6 0 8.5 3.5 8.5 7.5z" />
    <path d="M13 15c5.5 0 8-3 8-8-5.5 0-8.5 2.5-8.5 6.5z" className={classes['young']} />
    <path d="M11.3 11.5h1.4V21h-1.4z" />
  </svg>
);
