import { Component, type ReactNode } from 'react';

/** In English, as the messages themselves may have failed to load. */
export class ErrorBoundary extends Component<{ readonly children: ReactNode }, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main role="alert">
        <p>Regrove couldn’t be loaded. Check your connection and reload the page.</p>
      </main>
    );
  }
}
