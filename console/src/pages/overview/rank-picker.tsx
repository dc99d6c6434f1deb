import { RANK_NAMES, RANKS, type Rank, readRank } from './ranks.ts';

export function RankPicker({ rank, onRank }: { rank: Rank; onRank: (rank: Rank) => void }) {
  return (
    <select
      aria-label="Rank by"
      value={rank}
      onChange={({ target }) => onRank(readRank(target.value))}
      className="h-7 min-w-0 max-w-36 rounded-md border border-line-strong bg-surface px-1.5 text-sm"
    >
      {RANK_NAMES.map((name) => (
        <option key={name} value={name}>
          by {RANKS[name].label.toLowerCase()}
        </option>
      ))}
    </select>
  );
}
