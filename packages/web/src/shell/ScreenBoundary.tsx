import { Component, type ReactNode } from 'react';
import { ErrorPanel } from './ErrorPanel.tsx';

/** Contains the crash of one screen, so that the shell survives (SHELL-12). */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }> {
  override state: { readonly crashed: boolean } = { crashed: false };

  static getDerivedStateFromError() {
    return { crashed: true };
  }

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="page">
        <ErrorPanel onRetry={() => this.setState({ crashed: false })} />
      </div>
    );
  }
}
