import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** `npm run dev` serves the console itself and hands everything else to the server beside it. */
const SERVER = process.env.PARLEY_DEV_SERVER ?? 'http://127.0.0.1:4780';

export default defineConfig({
  plugins: [react(), tailwindcss()],
  build: {
    target: 'es2023',
    // Everything is a file of its own: the server's policy allows nothing inline.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    port: 4781,
    proxy: Object.fromEntries(
      ['/v1', '/track', '/sdk', '/openapi.json'].map((path) => [
        path,
        { target: SERVER, changeOrigin: true, headers: { origin: SERVER } },
      ]),
    ),
  },
});
