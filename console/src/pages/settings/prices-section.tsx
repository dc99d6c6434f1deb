import { useState } from 'react';
import { useAsk, useChange } from '../../api/use-ask.ts';
import { mayIn } from '../../state/me.ts';
import { Card } from '../../ui/card.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DataTable } from '../../ui/data-table.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/status.tsx';
import { type Price, priceColumns } from './price-columns.tsx';
import { PriceForm } from './price-form.tsx';
import type { SettingsProps } from './settings-props.ts';
import { UnpricedModels } from './unpriced-models.tsx';

export function PricesSection({ application: { id: appId }, account }: SettingsProps) {
  const answer = useAsk('GET /v1/applications/:appId/prices', { params: { appId } });
  const remove = useChange('DELETE /v1/applications/:appId/prices/:priceId');
  const [model, setModel] = useState('');
  const [removing, setRemoving] = useState<Price | null>(null);
  const may = mayIn(account, 'applications:write');
  const prices = answer.data?.data;
  return (
    <>
      <p className="max-w-2xl text-ink-2">
        Parley knows the list prices of common models. A price set here overrides them for new interactions;
        stored ones keep their cost until they are reprocessed. All prices are in US dollars per million
        tokens.
      </p>
      {answer.error ? <ErrorState error={answer.error} retry={() => answer.refetch()} /> : null}
      {answer.isPending ? <SkeletonRows rows={3} /> : null}
      {prices?.length === 0 ? (
        <EmptyState title="No custom prices">
          {may ? 'Add a price below for a negotiated rate or your own model.' : null}
        </EmptyState>
      ) : null}
      {prices && prices.length > 0 ? (
        <DataTable
          label="Prices"
          columns={priceColumns(may ? setRemoving : undefined)}
          rows={prices}
          keyOf={({ id }) => id}
        />
      ) : null}
      <div className="grid items-start gap-4 lg:grid-cols-2">
        {may ? (
          <Card title="Set a price">
            <PriceForm key={model} appId={appId} model={model} onSet={() => setModel('')} />
          </Card>
        ) : null}
        <UnpricedModels appId={appId} onPrice={may ? setModel : undefined} />
      </div>
      <ConfirmDialog
        open={removing !== null}
        title={`Remove the price of ${removing?.model}`}
        action="Remove price"
        change={remove}
        onConfirm={() =>
          removing &&
          remove.mutate({ params: { appId, priceId: removing.id } }, { onSuccess: () => setRemoving(null) })
        }
        onClose={() => setRemoving(null)}
      >
        The list price applies from then on, if there is one.
      </ConfirmDialog>
    </>
  );
}
