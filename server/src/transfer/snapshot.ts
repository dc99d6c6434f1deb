/**
 * The rows that belong to a snapshot of the metadata: those that the ledger had counted. A node's rows have
 * the time when they were written, which always grows, and the ledger says up to when they are counted.
 */
import type { QueryParams } from '../store/query-params.ts';

export type Snapshot = {
  /** Milliseconds, by the clock of each node. */
  nodes: ReadonlyMap<string, number>;
  /** For rows of unknown nodes: those of earlier versions. */
  others: number;
};

export type Condition = { where: string; params: QueryParams };

export const EVERYTHING: Condition = { where: 'true', params: {} };

export function snapshotCondition({ nodes, others }: Snapshot): Condition {
  const known = [...nodes].map(([node, until]): [string, number] => [node, until > 0 ? until : others]);
  if (known.length === 0)
    return {
      where: 'stored_at <= fromUnixTimestamp64Milli({cutOthers:Int64})',
      params: { cutOthers: others },
    };
  return {
    where: `stored_at <= fromUnixTimestamp64Milli(
      transform(toString(node), {cutNodes:Array(String)}, {cutTimes:Array(Int64)}, {cutOthers:Int64}))`,
    params: {
      cutNodes: known.map(([node]) => node),
      cutTimes: known.map(([, until]) => until),
      cutOthers: others,
    },
  };
}
