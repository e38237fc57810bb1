// Replaces a page that failed with other content until the user navigates. React logs the error.
import { Component, type ReactNode } from 'react';

export interface CrashBoundaryProps {
  /** The current location. When it changes, the children are rendered again. */
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
