/** The test files of the repository, by the label under which their time is summed up. */

export type Lane =
  /** Keeps a core busy. */
  | 'busy'
  /** Mostly waits: for a process to die, for a lease to end, for a slow peer. */
  | 'waiting'
  /** Measures how long things take, and gets the machine for itself. */
  | 'alone';

export type Suite = {
  label: string;
  /** Names of `--suite`. */
  names: readonly string[];
  patterns: readonly string[];
  env?: Readonly<Record<string, string>>;
  lane?: Lane;
};

/** Everything that reads or changes metadata runs a second time, with the metadata in PostgreSQL. */
const ON_POSTGRES = [
  'server/src/accounts/**/*.test.ts',
  'server/src/metadata/**/*.test.ts',
  'server/src/cluster/*.test.ts',
  'server/src/retention/*.test.ts',
  'server/src/drain/join-late-parts.test.ts',
  'server/src/monitors/evaluate-round.test.ts',
  'server/src/notify/sender.test.ts',
  'server/src/data-folder/node-name.test.ts',
  'server/test/hostile-texts.test.ts',
  'server/test/upgrades.test.ts',
  'server/test/views.test.ts',
  ...[
    'applications',
    'audit',
    'authorization-at-commit',
    'first-start',
    'members',
    'roles',
    'second-factor',
    'signing-in',
    'system',
    'two-nodes',
    'audit-atomicity',
    'replay-audit-atomicity',
  ].map((name) => `server/test/accounts/${name}.test.ts`),
];

export const UNITS = 'units';

export const SUITES: readonly Suite[] = [
  {
    label: UNITS,
    names: ['unit'],
    patterns: [
      'contract/**/*.test.ts',
      'server/src/**/*.test.ts',
      'console/src/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
  },
  { label: 'system', names: ['system'], patterns: ['server/test/*.test.ts'] },
  { label: 'accounts', names: ['system'], patterns: ['server/test/accounts/*.test.ts'] },
  {
    label: 'PostgreSQL',
    names: ['system'],
    patterns: ON_POSTGRES,
    env: { PARLEY_TEST_METADATA: 'postgres' },
  },
  { label: 'deployment', names: ['deploy'], patterns: ['deploy/test/*.test.ts'] },
  { label: 'client library', names: ['sdk'], patterns: ['sdk/test/*.test.ts'] },
  { label: 'browser', names: ['console'], patterns: ['console/e2e/*.test.ts'] },
  { label: 'alone', names: ['system'], patterns: ['server/test/alone/*.test.ts'], lane: 'alone' },
  { label: 'alone', names: ['console'], patterns: ['console/e2e/alone/*.test.ts'], lane: 'alone' },
];

/**
 * How many processes the unit tests share. Starting one and loading the server takes longer than most of these files,
 * so there are just enough of them to keep the cores busy until the end.
 */
export const SHARED_PROCESSES = 4;

/** Unit tests that have a process of their own, by the reason for it. All others share. */
export const OWN_PROCESS: Readonly<Record<string, readonly string[]>> = {
  'measures time or memory, without the garbage of others': [
    'server/src/base/collect-when-idle.test.ts',
    'server/src/http/read-pace.test.ts',
  ],
};

/** Files that wait more than they work. */
export const WAITING_FILES: ReadonlySet<string> = new Set([
  'server/test/connections.test.ts',
  'server/test/database-away.test.ts',
  'server/test/failover.test.ts',
  'server/test/kill.test.ts',
  'server/test/killed-commands.test.ts',
  'server/test/nodes.test.ts',
  'server/test/otlp-nodes.test.ts',
  'server/test/small-disk.test.ts',
  'server/test/stopping.test.ts',
  'server/test/store-away.test.ts',
  'server/test/store-silent.test.ts',
  'server/test/tail.test.ts',
  'sdk/test/process-exit.test.ts',
  'sdk/test/robustness.test.ts',
  'sdk/test/signals.test.ts',
  'sdk/test/top-level.test.ts',
  'sdk/test/transport.test.ts',
]);

/** Files of `--suite long` whose rounds, rows and runs `PARLEY_TEST_LONG=1` raises. */
export const LONG_FILES: readonly string[] = [
  'server/test/kill.test.ts',
  'server/test/killed-commands.test.ts',
  'server/test/move.test.ts',
  'server/test/openapi.test.ts',
  'server/test/alone/hostile-bodies.test.ts',
];

/** Files of `--suite long` that try other random values every time they run: they run again and again. */
export const FUZZING_FILES: readonly string[] = [
  'server/src/base/member-scan.test.ts',
  'server/src/drain/drain.test.ts',
  'server/src/drain/left-over.test.ts',
  'server/src/envelope/envelope.test.ts',
  'server/src/formats/robustness.test.ts',
  'server/src/formats/streams/streams.test.ts',
  'server/src/journal/damaged-frames.test.ts',
  'server/src/journal/reader.test.ts',
  'server/src/journal/writer.test.ts',
  'server/src/otel/intake/recent-calls.test.ts',
  'server/src/otel/wire/decode-fuzz.test.ts',
  'server/src/otel/wire/protobuf-slices.test.ts',
];
export const FUZZING_ROUNDS = 20;
