import { Link } from '@tanstack/react-router';
import { EntryCard } from '../pages/entry/entry-card.tsx';

/** An address that leads nowhere, before it is known who asks. */
export function NoSuchPage() {
  return (
    <EntryCard
      title="Page not found"
      intro="The address may be mistyped, or the page is gone."
      footer={
        <Link to="/" className="font-medium text-accent underline-offset-2 hover:underline">
          Go to your applications
        </Link>
      }
    />
  );
}
