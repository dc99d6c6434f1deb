import type { Channel } from '@parley/contract';
import { Link } from '@tanstack/react-router';
import { useAsk } from '../../api/use-ask.ts';
import { CHANNEL_KINDS } from '../../monitors/channel-kinds.ts';
import { Skeleton } from '../../ui/status.tsx';
import { Check } from './check.tsx';

type Props = {
  appId: string;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
  /** Channels of this kind do not take what is sent. */
  except?: Channel['kind'];
};

/** Who is told. */
export function ChannelsField({ appId, chosen, onChange, except }: Props) {
  const { data } = useAsk('GET /v1/channels', { query: { app: appId } });
  const channels = data?.data.filter(({ kind }) => kind !== except);
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-sm font-medium">Tell</legend>
      {!channels ? <Skeleton className="h-8" /> : null}
      {channels?.map(({ id, name, kind }) => (
        <Check
          key={id}
          checked={chosen.includes(id)}
          onChange={(on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
        >
          <bdi>{name}</bdi> <span className="text-sm text-ink-3">{CHANNEL_KINDS[kind].name}</span>
        </Check>
      ))}
      <Link to="/apps/$appId/channels" params={{ appId }} className="text-sm text-accent hover:underline">
        {channels?.length === 0 ? 'Add a channel' : 'Channels'}
      </Link>
    </fieldset>
  );
}
