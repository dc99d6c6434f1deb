import { Link } from '@tanstack/react-router';
import { Page } from './page.tsx';

export function NotFoundPage() {
  return (
    <Page title="Page not found">
      <Link to="/" className="text-accent underline">
        Go to your applications
      </Link>
    </Page>
  );
}
