import type { Interaction } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { isWordless } from './wordless.ts';

type Props = {
  interaction: Pick<Interaction, 'id' | 'appId' | 'type'>;
  /** Its name. */
  session: string;
  className: string;
};

/** Links to the session; for an embedding or a ranking, which is in none, to all interactions with its id. */
export function SessionLink({ interaction: { id, appId, type }, session, className }: Props) {
  if (isWordless(type))
    return (
      <Link
        to="/apps/$appId/interactions"
        params={{ appId }}
        search={{ range: '90d', session: [session] }}
        className={className}
      >
        <bdi>{session}</bdi>
      </Link>
    );
  return (
    <Link to="/apps/$appId/sessions/$sessionId" params={{ appId, sessionId: id }} className={className}>
      <bdi>{session}</bdi>
    </Link>
  );
}
