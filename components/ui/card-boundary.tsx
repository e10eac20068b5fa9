"use client";

import { useRouter } from "next/navigation";
import { Component, lazy, type ReactNode, Suspense, startTransition } from "react";

const ErrorCard = lazy(() => import("./error-card").then(({ ErrorCard }) => ({ default: ErrorCard })));

type Failure = Error & { digest?: string };

/** Around one card, so that the others stand when it fails; asked to try again, the page is drawn again by the server. */
export class CardBoundary extends Component<{ title: string; children: ReactNode }, { failure: Failure | null }> {
  override state: { failure: Failure | null } = { failure: null };

  static getDerivedStateFromError(failure: Failure): { failure: Failure } {
    // Redirects and the like are thrown, too, and belong to the router.
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
        The database may not have answered in time. The other cards are up to date; try this one again.
      </ErrorCard>
    </Suspense>
  );
}
