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
      // A refusal is an answer; only a server that is away is worth asking again, within the time that a page waits.
      retry: (times, error) =>
        times < 2 && error instanceof Refusal && (error.code === 'offline' || error.status === 503),
    },
  },
});

const router = createConsoleRouter(client);

const root = document.getElementById('root');
if (root) {
  createRoot(root, {
    // A page that cannot be loaded is shown as such; of other errors the browser's console should know.
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
