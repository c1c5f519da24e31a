/** `readings`: the key can only send readings of one feed, and report about it. */
export const scopeKinds = ['readings'] as const;

export type ScopeKind = (typeof scopeKinds)[number];

/** What a key is limited to. */
export interface KeyScope {
  readonly kind: ScopeKind;
  readonly feedId: string;
}

/** As it is stored: both are null for a key that may do everything. */
export interface ScopeColumns {
  readonly scope: ScopeKind | null;
  readonly scopeFeedId: string | null;
}

export const scopeOf = ({ scope, scopeFeedId }: ScopeColumns): KeyScope | null =>
  scope === null ? null : { kind: scope, feedId: scopeFeedId ?? '' };
