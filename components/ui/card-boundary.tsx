"use client";

import { useRouter } from "next/navigation";
import { Component, lazy, type ReactNode, Suspense, startTransition } from "react";

const ErrorCard = lazy(() => import("./error-card").then(({ ErrorCard }) => ({ default: ErrorCard })));

type Failure = Error & { digest?: string };

/** An error boundary around one card, so that the others stay when it fails. Retrying refreshes the page. */
export class CardBoundary extends Component<{ title: string; children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(failure: Failure): { failure: Failure } {
    // Redirects and similar signals of Next are thrown, too, and belong to the router.
    if (failure.digest?.startsWith("NEXT_")) throw failure;
    return { failure };
  }

  override render(): ReactNode {
    const { failure } = this.state;
    if (!failure) return this.props.children;
    return <Failed title={this.props.title} failure={failure} reset={() => this.setState({ failure: null })} />;
  }
}

function Failed({ title, failure, reset }: { title: string; failure: Failure; reset: () => void }) {
  const router = useRouter();
  const retry = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <Suspense>
      <ErrorCard title={`${title} could not be loaded`} id={failure.digest} retry={retry}>
        The server did not answer in time. The other cards are up to date. Try again.
      </ErrorCard>
    </Suspense>
  );
}
