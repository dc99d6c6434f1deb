import { useParams } from '@tanstack/react-router';
import { useScoreNames } from '../scores/score-names.ts';
import { WRITTEN } from '../scores/written.ts';
import { Skeleton } from '../ui/status.tsx';
import { MenuItem } from './menu-item.tsx';

/** The menu of scores. */
export function ScoreMenu({ onChoose }: { onChoose: (name: string) => void }) {
  const { appId } = useParams({ strict: false });
  const { names, isPending, error } = useScoreNames(appId);
  if (error) return <p className="px-2.5 py-1.5 text-sm text-bad">{error.message}</p>;
  if (isPending) return <Skeleton className="m-2 h-16" />;
  return [...names.map(({ name }) => name), ...Object.keys(WRITTEN)].map((name, index) => (
    <MenuItem key={name} first={index === 0} onChoose={() => onChoose(name)}>
      {name}
    </MenuItem>
  ));
}
