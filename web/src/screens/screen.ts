import type { ExpandedAccount } from '@regrove/sdk';
import type { ComponentType } from 'react';
import type { Icon } from '../icons/icon.js';
import type { MessageKey } from '../i18n/use-i18n.js';

/** The navigation's headings in order. Screens without a group come before them. */
export const navigationGroups = ['trees', 'paper', 'purchasing', 'administration'] as const;

export type NavigationGroup = (typeof navigationGroups)[number];

export interface Screen {
  /** Below /accounts/ID, with `$id` for a parameter. */
  readonly path: string;
  /** Loaded when the screen is opened. */
  readonly load: () => Promise<{ readonly View: ComponentType }>;
  /** It has nothing to read: users with restricted permission do not see it. */
  readonly requiresFullPermission?: boolean;
  /** Only live, or only in sandboxes. */
  readonly onlyIn?: 'live' | 'sandbox';
  /** Its entry in the navigation, if it has one. */
  readonly navigation?: {
    readonly label: MessageKey;
    readonly icon: Icon;
    readonly group?: NavigationGroup;
    /** By default, shown for every account. */
    readonly isFor?: (account: ExpandedAccount) => boolean;
  };
}
