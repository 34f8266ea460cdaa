import { Component, type ReactNode } from 'react';
import { ErrorPanel } from './ErrorPanel.tsx';

interface State {
  readonly crashed: boolean;
  /** Its code could not be loaded, which the browser and React remember as long as the page lives. */
  readonly unloaded: boolean;
}

const UNLOADED = /module|chunk/i;

/** Contains the crash of one screen, so that the shell survives (SHELL-12). */
export class ScreenBoundary extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { crashed: false, unloaded: false };

  static getDerivedStateFromError(error: unknown): State {
    return { crashed: true, unloaded: UNLOADED.test(String(error)) };
  }

  /** Offline, loading the page again would lose the shell too. */
  readonly #again = () => {
    if (!this.state.unloaded) this.setState({ crashed: false });
    else if (navigator.onLine) location.reload();
  };

  override render() {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="page">
        <ErrorPanel onRetry={this.#again} />
      </div>
    );
  }
}
