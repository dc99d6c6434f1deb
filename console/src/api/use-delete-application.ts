import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { askMe } from '../state/me.ts';
import { call } from './call.ts';

/** Deletes an application, and leads to where people come in. */
export function useDeleteApplication({ id: appId, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    // All of it is here: what asks for it is gone from the page as soon as the application is.
    async mutationFn() {
      await call('POST /v1/applications/:appId/delete', { params: { appId }, body: { name } });
      localStorage.removeItem('application');
      await client.invalidateQueries({ queryKey: askMe().queryKey });
      await navigate({ to: '/' });
      void client.invalidateQueries();
    },
  });
}
