import type { ExpandedAccount } from '@regrove/sdk';
import type { ComponentType } from 'react';
import type { Icon } from '../icons/icon.js';
import type { MessageKey } from '../i18n/use-i18n.js';

/** Under which headings the navigation has its entries, in their order; what has none stands above them all. */
export const navigationGroups = ['trees', 'paper', 'purchasing', 'administration'] as const;

export type NavigationGroup = (typeof navigationGroups)[number];

/** A screen about the account in scope. */
export interface Screen {
  /** Below /accounts/ID; `$id` for what differs. */
  readonly path: string;
  /** The code of the screen, fetched when it is opened. */
  readonly load: () => Promise<{ readonly View: ComponentType }>;
  /** How it stands in the navigation, if it does. */
  readonly navigation?: {
    readonly label: MessageKey;
    readonly icon: Icon;
    readonly group?: NavigationGroup;
    /** For every account unless said otherwise. */
    readonly isFor?: (account: ExpandedAccount) => boolean;
  };
}
