import '@fontsource-variable/inter/wght.css';
import './styles.css';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Refusal } from './api/call.ts';
import { createConsoleRouter } from './router.tsx';
import { PageNotLoaded } from './shell/lazy-page.ts';

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      // Error responses are final; only an unreachable or unavailable server is retried, within the deadline.
      retry: (times, error) =>
        times < 2 && error instanceof Refusal && (error.code === 'offline' || error.status === 503),
    },
  },
});

const router = createConsoleRouter(client);

const root = document.getElementById('root');
if (root) {
  createRoot(root, {
    // A page that failed to load shows that itself; all other errors are reported to the browser's console.
    onCaughtError(error) {
      if (!(error instanceof PageNotLoaded)) reportError(error);
    },
  }).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
}
