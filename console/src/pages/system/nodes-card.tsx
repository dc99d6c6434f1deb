import type { System } from '@parley/contract';
import { count, duration } from '../../lib/format.ts';
import { timeZoneOf } from '../../state/view.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Time } from '../../ui/time.tsx';

/** All nodes on the same metadata; hidden for a single node. */
export function NodesCard({ nodes, own }: { nodes: System['nodes']; own: string }) {
  if (nodes.length < 2) return null;
  return (
    <div className="lg:col-span-2">
      <Card title="Nodes" aside={<NodeState nodes={nodes} />}>
        <div className="overflow-x-auto">
          <table className="w-full text-sm">
            <thead>
              <tr className="text-left text-ink-2">
                <th className="py-1 pr-4 font-medium">Node</th>
                <th className="py-1 pr-4 font-medium">Version</th>
                <th className="py-1 pr-4 text-right font-medium">Waiting</th>
                <th className="py-1 pr-4 text-right font-medium">Lag</th>
                <th className="py-1 font-medium">Last seen</th>
              </tr>
            </thead>
            <tbody>
              {nodes.map((node) => (
                <tr key={node.name} className="border-t border-line">
                  <td className="py-1.5 pr-4">
                    <code className="font-mono">{node.name}</code>
                    {node.name === own ? <span className="text-ink-3"> (this one)</span> : null}
                  </td>
                  <td className="py-1.5 pr-4">{node.version}</td>
                  <td className="py-1.5 pr-4 text-right tabular">{count(node.waiting)}</td>
                  <td className="py-1.5 pr-4 text-right tabular">
                    {node.waiting === 0 ? 'none' : duration(node.lagSeconds * 1000)}
                  </td>
                  <td className="py-1.5">
                    {node.up ? 'now' : <Time at={node.seenAt} timeZone={timeZoneOf({})} relative />}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        {nodes.some(({ up, waiting }) => !up && waiting > 0) ? (
          <p className="pt-3 text-sm text-ink-2">
            A node that is down still has payloads in its journal. They are stored when it comes back; if it
            won’t, run “parley drain --data FOLDER” on its data folder.
          </p>
        ) : null}
      </Card>
    </div>
  );
}

function NodeState({ nodes }: { nodes: System['nodes'] }) {
  const down = nodes.filter(({ up }) => !up).length;
  return down === 0 ? <Badge tone="good">✓ all up</Badge> : <Badge tone="bad">{count(down)} down</Badge>;
}
