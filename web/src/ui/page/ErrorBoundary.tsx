import { Component, type ReactNode } from 'react';
import { commonMessages } from '../../platform/language/common.messages.ts';
import { useMessages } from '../../platform/language/messages.ts';
import { Button } from '../Button.tsx';
import { AlertIcon } from '../icons/icons.tsx';
import { EmptyState } from './EmptyState.tsx';

type BoundaryProps = { children: ReactNode /** A new value, such as another page, gives the region a fresh start. */; resetKey?: string };
type BoundaryState = { report: string | undefined; outdated: boolean; resetKey: string | undefined };

/** One fault never blanks the app: only its region says so and can be shown again. */
export class ErrorBoundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { report: undefined, outdated: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { report: crypto.randomUUID().slice(0, 8), outdated: isMissingPart(error) };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState): Partial<BoundaryState> | null {
    return props.resetKey === state.resetKey ? null : { report: undefined, resetKey: props.resetKey };
  }

  override render() {
    return this.state.report === undefined ? (
      this.props.children
    ) : (
      <Fault report={this.state.report} onReload={() => (this.state.outdated ? location.reload() : this.setState({ report: undefined }))} />
    );
  }
}

/** A part of the app that is no longer on the server, after a new build: only a new page brings it. */
const isMissingPart = (error: unknown) =>
  error instanceof Error && /dynamically imported module|importing a module script|unable to preload css/i.test(error.message);

function Fault({ report, onReload }: { report: string; onReload: () => void }) {
  const text = useMessages(commonMessages);
  return (
    <div role="alert">
      <EmptyState
        icon={<AlertIcon />}
        title={text('regionFailed')}
        body={text('reportId', { id: report })}
        action={<Button onClick={onReload}>{text('reload')}</Button>}
      />
    </div>
  );
}
