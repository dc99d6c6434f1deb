import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { askMe } from '../state/me.ts';
import { call } from './call.ts';

/** Deletes an application, then navigates to the start. */
export function useDeleteApplication({ id: appId, name }: { id: string; name: string }) {
  const client = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    // All steps run here, since the component that started them unmounts with the application.
    async mutationFn() {
      await call('POST /v1/applications/:appId/delete', { params: { appId }, body: { name } });
      localStorage.removeItem('application');
      await client.invalidateQueries({ queryKey: askMe().queryKey });
      await navigate({ to: '/' });
      void client.invalidateQueries();
    },
  });
}
