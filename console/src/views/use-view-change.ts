import { useChange } from '../api/use-ask.ts';

/** Changes of views do not affect other data: only the views are refetched. */
const VIEWS = 'GET /v1/views';

export const useCreateView = () => useChange('POST /v1/views', VIEWS);
export const useUpdateView = () => useChange('PATCH /v1/views/:viewId', VIEWS);
export const useDeleteView = () => useChange('DELETE /v1/views/:viewId', VIEWS);
