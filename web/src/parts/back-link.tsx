import { Anchor } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './back-link.module.css';

/** From a screen about one thing to the list that it is in. */
export const BackLink = ({ to, label }: { readonly to: string; readonly label: string }) => (
  <Anchor component={Link} to={to} className={classes['back']}>
    <IconArrowLeft size={16} aria-hidden="true" />
    {label}
  </Anchor>
);
