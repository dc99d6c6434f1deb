import type { QuestionAgreement, QueueAgreement } from '@parley/contract';
import { useAsk } from '../../api/use-ask.ts';
import { count, NONE, percent } from '../../lib/format.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';

type Props = { queueId: string; onClose: () => void };

/** How far each two reviewers agree. */
export function AgreementDialog({ queueId, onClose }: Props) {
  const { data, error, refetch } = useAsk('GET /v1/review/queues/:queueId/agreement', {
    params: { queueId },
  });
  return (
    <Dialog open title="Agreement" onClose={onClose}>
      {error ? <ErrorState error={error} retry={refetch} /> : null}
      {!data && !error ? <SkeletonRows rows={4} /> : null}
      {data?.data.length === 0 ? (
        <EmptyState title="Nothing to compare yet">No item has been reviewed by two people.</EmptyState>
      ) : null}
      <div className="flex flex-col gap-5">
        {data?.data.map((pair) => (
          <Pair key={pair.reviewers.map(({ id }) => id).join(' ')} pair={pair} />
        ))}
      </div>
    </Dialog>
  );
}

function Pair({ pair: { reviewers, questions } }: { pair: QueueAgreement['data'][number] }) {
  const names = reviewers.map(({ name }) => name).join(' and ');
  return (
    <section aria-label={names}>
      <h3 dir="auto" className="pb-1 font-semibold">
        {names}
      </h3>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-ink-3">
            {['Score', 'Items', 'Same answer', 'Kappa'].map((head, i) => (
              <th
                key={head}
                scope="col"
                className={`py-1 font-medium ${i === 0 ? 'text-left' : 'text-right'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {questions.map((question) => (
            <tr key={question.name} className="border-t border-line">
              <th scope="row" className="py-1.5 text-left font-normal wrap-anywhere">
                {question.name}
              </th>
              <td className="text-right">{count(question.items)}</td>
              <td className="text-right">
                {question.items === 0 ? NONE : percent(question.same / question.items)}
              </td>
              <td className="text-right">{beyondShare(question)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** Below this, kappa is not shown; the server has the number. */
const MIN_ITEMS = 20;

/** Kappa, or why there is none; for numbers how far apart they are. */
function beyondShare({ kind, items, kappa, meanDifference }: QuestionAgreement): string {
  if (kind === 'number') return meanDifference === null ? NONE : `${meanDifference.toFixed(2)} apart`;
  if (kappa !== null) return kappa.toFixed(2);
  return items < MIN_ITEMS ? `From ${MIN_ITEMS} items` : 'One answer only';
}
