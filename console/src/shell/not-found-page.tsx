import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

/** Shown for an unknown address. */
export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <p className="text-ink-2">The address may be mistyped, or the page is gone.</p>
      <Link to="/" className="self-start text-accent underline">
        Go to your applications
      </Link>
    </Page>
  );
}
