// Shows something else in place of a page that failed, until the user goes elsewhere. React logs the error.
import { Component, type ReactNode } from 'react';

export interface CrashBoundaryProps {
  /** The current location; when it changes, the children are shown again. */
  at: string;
  instead: ReactNode;
  children: ReactNode;
}

export class CrashBoundary extends Component<CrashBoundaryProps, { hasCrashed: boolean }> {
  override state = { hasCrashed: false };

  static getDerivedStateFromError() {
    return { hasCrashed: true };
  }

  override componentDidUpdate(previous: CrashBoundaryProps) {
    if (this.state.hasCrashed && previous.at !== this.props.at) this.setState({ hasCrashed: false });
  }

  override render() {
    return this.state.hasCrashed ? this.props.instead : this.props.children;
  }
}
