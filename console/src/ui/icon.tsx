/** The console's icons: lines of 1.5 pixels on a square of 16. */
const PATHS = {
  account: 'M2.5 13.5v-11h7v11M9.5 6h4v7.5M1.5 13.5h13M5 5.5h2M5 8.5h2',
  all: 'M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z',
  api: 'm5 4.5-3.5 3.5 3.5 3.5M11 4.5l3.5 3.5-3.5 3.5M9.2 3l-2.4 10',
  application: 'M2.5 3.5h11v9h-11zM2.5 6.5h11M4.8 5h.1M6.8 5h.1',
  channels: 'M2.5 6.5v3h2.5l4.5 3v-9L5 6.5zM12 5.8c1.2 1.2 1.2 3.2 0 4.4',
  changes: 'M2 11.5 6 7.5l2.5 2.5L14 4.5M10 4.5h4v4',
  check: 'm3 8.5 3.2 3.2L13 4.8',
  choose: 'm5 6 3-3 3 3M5 10l3 3 3-3',
  comment: 'M2.5 3h11v8h-6l-3 2.5V11h-2z',
  connect: 'M5.5 2v3.5M10.5 2v3.5M3.5 5.5h9V8a4.5 4.5 0 0 1-9 0zM8 12.5V15',
  copy: 'M5.5 5.5h8v8h-8zM10.5 5.5v-3h-8v8h3',
  errors: 'M8 2 1.8 13.2h12.4zM8 6.5v3M8 11.4v.1',
  ingestion: 'M8 2v7M5 6.2 8 9.2l3-3M2.5 9.5v4h11v-4',
  interactions: 'M2.5 3h11v8h-6l-3 2.5V11h-2zM5.2 6h5.6M5.2 8.3h3.4',
  invite:
    'M6.5 7.5a2.4 2.4 0 1 0 0-4.8 2.4 2.4 0 0 0 0 4.8zM1.8 13.2c.4-2.3 2.3-3.5 4.7-3.5s4.3 1.2 4.7 3.5M12.5 5v4M10.5 7h4',
  keyboard: 'M1.5 4h13v8.5h-13zM4 6.8h.1M6.7 6.8h.1M9.3 6.8h.1M12 6.8h.1M5 9.8h6',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  menu: 'M2.5 4.5h11M2.5 8h11M2.5 11.5h11',
  models:
    'M4.5 4.5h7v7h-7zM6.5 2v2.5M9.5 2v2.5M6.5 11.5V14M9.5 11.5V14M2 6.5h2.5M2 9.5h2.5M11.5 6.5H14M11.5 9.5H14',
  monitors: 'M3 11.5h10l-1.3-1.8V7a3.7 3.7 0 0 0-7.4 0v2.7zM6.7 13.5h2.6',
  new: 'M8 3v10M3 8h10',
  overview: 'M2.5 13.5h11M4.5 11V7.5M8 11V3M11.5 11V6',
  profile: 'M8 8a2.7 2.7 0 1 0 0-5.4A2.7 2.7 0 0 0 8 8zM2.8 13.8c.5-2.5 2.6-3.8 5.2-3.8s4.7 1.3 5.2 3.8',
  prompts: 'M3 2.5h10v11H3zM5.5 5.5h5M5.5 8h5M5.5 10.5h2.5',
  recent: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM8 4.8V8l2.2 1.5',
  refresh: 'M13.5 8a5.5 5.5 0 1 1-1.6-3.9M13.5 1.8v3h-3',
  reports: 'M2.5 4h11v8.5h-11zM2.5 4.5 8 9l5.5-4.5',
  review: 'M2.5 3.5h7M2.5 7h4.5M2.5 10.5h3.5M8 10.2l2.4 2.4L14 8.2',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5 14 14',
  sessions: 'M2 2.5h8.5V8H6L4 9.8V8H2zM12.5 5.5H14V11h-2v1.8L10 11H6.5',
  settings:
    'M2 4.5h6M11.5 4.5H14M2 11.5h2.5M8 11.5h6M9.7 6.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4zM6.3 13.2a1.7 1.7 0 1 0 0-3.4 1.7 1.7 0 0 0 0 3.4z',
  'sign-out': 'M6.5 2.5h-4v11h4M6 8h8M11 5l3 3-3 3',
  system: 'M2.5 2.5h11v4.5h-11zM2.5 9h11v4.5h-11zM5 4.8h.1M5 11.2h.1',
  theme: 'M13.3 9.6A5.6 5.6 0 0 1 6.4 2.7a5.6 5.6 0 1 0 6.9 6.9z',
  'thumb-down':
    'M5 8.5v-6H2.5v6zM5 8.5l2.8 5.2c.9 0 1.5-.7 1.5-1.6V9.5h3.2c.8 0 1.4-.7 1.2-1.5l-1-4.3c-.1-.7-.7-1.2-1.4-1.2H5',
  'thumb-up':
    'M5 7.5v6H2.5v-6zM5 7.5l2.8-5.2c.9 0 1.5.7 1.5 1.6V6.5h3.2c.8 0 1.4.7 1.2 1.5l-1 4.3c-.1.7-.7 1.2-1.4 1.2H5',
  trace: 'M2 3.5h6M4.5 8h6M8 12.5h6',
  users:
    'M6 7.5A2.3 2.3 0 1 0 6 3a2.3 2.3 0 0 0 0 4.5zM1.8 13c.4-2.1 2.1-3.2 4.2-3.2s3.8 1.1 4.2 3.2M10.5 3.3a2.2 2.2 0 0 1 0 4M12 9.9c1.2.5 2 1.5 2.3 3.1',
} as const;
export type IconName = keyof typeof PATHS;

export function Icon({ name, className = '' }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      className={`size-4 shrink-0 fill-none stroke-current stroke-[1.5] ${className}`}
    >
      <path d={PATHS[name]} strokeLinecap="round" strokeLinejoin="round" />
    </svg>
  );
}
