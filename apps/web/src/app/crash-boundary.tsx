// Shows something else in place of a page that broke, until one goes elsewhere. React itself writes the error to the
// console. Used by the root.
import { Component, type ReactNode } from 'react';

export interface CrashBoundaryProps {
  /** Where one is; a change of it is the way on. */
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
