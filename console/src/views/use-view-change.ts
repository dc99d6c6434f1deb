import { useChange } from '../api/use-ask.ts';

/** Changes of views are nothing to the figures on the page: only the views are asked for again. */
const VIEWS = 'GET /v1/views';

export const useCreateView = () => useChange('POST /v1/views', VIEWS);
export const useUpdateView = () => useChange('PATCH /v1/views/:viewId', VIEWS);
export const useDeleteView = () => useChange('DELETE /v1/views/:viewId', VIEWS);
