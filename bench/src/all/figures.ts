/** The figures: what is measured, by which benchmark, and its goal. */
import type { Machine } from './machine.ts';

export type Figure = {
  label: string;
  /** Path of the figure in the benchmark's output, such as `steady.total_us`. */
  at: string;
  unit: string;
  atMost?: number;
  atLeast?: number;
};

export type Run = {
  bench: string;
  args?: readonly string[];
  /** Name of the run, if the same benchmark has several. */
  of?: string;
  /** Number of runs, of which the median is taken. */
  times?: number;
  figures: readonly Figure[];
};

export type Group = {
  name: string;
  title: string;
  explanation: string;
  runs: readonly Run[];
  /** Charts of the last run, in `docs/performance`. */
  charts?: readonly string[];
};

export type Measured = { value: number; least: number; most: number };

/** The results of one machine: figures by run and path, and notes about a run. */
export type Column = { machine: Machine; figures: Record<string, Measured>; notes: Record<string, string> };

export function nameOf({ bench, of }: Run): string {
  return of === undefined ? bench : `${bench}, ${of}`;
}

/** The key of a figure in the results. */
export function placeOf(run: Run, { at }: Figure): string {
  return `${nameOf(run)} ${at}`;
}

export function isReached({ atMost, atLeast }: Figure, value: number): boolean {
  return value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
}

const question = (name: string, label: string, most?: number): Figure => ({
  label,
  at: `questions.${name}.p50_ms`,
  unit: 'ms',
  ...(most === undefined ? {} : { atMost: most }),
});

export const GROUPS: readonly Group[] = [
  {
    name: 'storing',
    title: 'Storing',
    explanation:
      'Interactions of 3 KB. Processor time is that of all threads and processes, from the socket to the store; the bare server takes the same bytes, parses them and answers.',
    runs: [
      {
        bench: 'cost',
        times: 3,
        figures: [
          { label: 'one interaction at 1,000/s', at: 'steady.total_us', unit: 'µs', atMost: 400 },
          { label: '– acknowledging', at: 'steady.ack_us', unit: 'µs' },
          { label: '– draining', at: 'steady.drain_us', unit: 'µs' },
          { label: '– engine', at: 'steady.engine_us', unit: 'µs' },
          { label: '– the bare server', at: 'steady.bare_us', unit: 'µs' },
          { label: 'one interaction at full speed', at: 'full.total_us', unit: 'µs', atMost: 250 },
          { label: '– acknowledging', at: 'full.ack_us', unit: 'µs' },
          { label: '– draining', at: 'full.drain_us', unit: 'µs' },
          { label: '– engine', at: 'full.engine_us', unit: 'µs' },
          { label: '– the bare server', at: 'full.bare_us', unit: 'µs' },
          { label: 'anonymous memory, idle after load', at: 'anon_idle_mb', unit: 'MB', atMost: 350 },
          { label: 'anonymous memory under load', at: 'anon_load_mb', unit: 'MB', atMost: 700 },
        ],
      },
      {
        bench: 'ingest',
        times: 3,
        figures: [
          { label: 'a burst, of the bare server’s rate', at: 'ratio', unit: '', atLeast: 0.75 },
          { label: '– acknowledged', at: 'acked_per_s', unit: '/s' },
          { label: 'p99 at half of full speed', at: 'half_p99_ms', unit: 'ms', atMost: 50 },
          { label: 'lost', at: 'lost', unit: '', atMost: 0 },
          { label: 'stored twice', at: 'doubled', unit: '', atMost: 0 },
        ],
      },
      {
        bench: 'sustained',
        figures: [
          { label: 'stored for good, of the bare server’s rate', at: 'ratio', unit: '', atLeast: 0.3 },
          { label: '– stored', at: 'stored_per_s', unit: '/s' },
        ],
      },
      {
        bench: 'visible',
        figures: [
          { label: 'visible after its acknowledgement, p99', at: 'p99_ms', unit: 'ms', atMost: 1000 },
        ],
      },
    ],
  },
  {
    name: 'asking',
    title: 'Asking',
    explanation:
      'Medians through HTTP; the overview is nine questions, four at a time. “One request” is the whole page as the console asks for it (`POST /v1/reads`), beside the requests it replaces. PostgreSQL has the same rows and the indexes that its questions want, and is asked straight.',
    runs: [
      {
        bench: 'queries',
        of: '100,000',
        args: ['--rows', '100000', '--postgres', '--seconds', '0'],
        figures: [
          question('dashboard', 'overview', 150),
          {
            label: '– times faster than PostgreSQL',
            at: 'postgres.dashboard.times_faster',
            unit: '',
            atLeast: 1,
          },
          question('oneInteraction', 'one interaction', 20),
          question('newest50', 'newest 50', 30),
          question('oneSession', 'one session', 40),
          question('commonWord', 'common word in what was said'),
          question('commonWordOfAssistant', '– said by the assistant'),
          question('commonWordAnywhere', '– anywhere, as before'),
          question('explainCost', 'explanation of a week’s cost'),
          { label: 'overview in one request, of several', at: 'overview.ratio', unit: '', atMost: 1 },
          { label: '– to the figures', at: 'overview.figures_ms', unit: 'ms' },
          { label: '– to the figures, of several', at: 'overview.figures_of_several_ms', unit: 'ms' },
          { label: 'on disk, of the raw bytes', at: 'disk_ratio', unit: '', atMost: 0.22 },
        ],
      },
      {
        bench: 'queries',
        of: '1,000,000',
        args: ['--rows', '1000000', '--seconds', '8'],
        figures: [
          question('dashboard', 'overview of 1,000,000', 500),
          question('oneInteraction', 'one interaction of 1,000,000'),
          question('rareWord', 'rare word of 1,000,000'),
          {
            label: 'share of the acknowledged that a heavy question costs',
            at: 'heavy_query_cost',
            unit: '',
          },
        ],
      },
    ],
  },
  {
    name: 'starting',
    title: 'Starting',
    explanation:
      '`npm start`, from the command to the first answer and to the first payload that is taken: in an empty folder, and with 1,000,000 interactions in the store and 10,000 payloads in the journal after a power cut.',
    runs: [
      {
        bench: 'start',
        figures: [
          { label: 'first start, `/health`', at: 'first_health_s', unit: 's', atMost: 1 },
          { label: 'first start, a payload', at: 'first_taken_s', unit: 's', atMost: 1.5 },
          { label: 'large folder, `/health`', at: 'health_s', unit: 's', atMost: 1 },
          { label: 'large folder, a payload', at: 'taken_s', unit: 's', atMost: 1.5 },
        ],
      },
    ],
  },
  {
    name: 'others',
    title: 'Others beside it',
    explanation:
      'What one does to another: hostile requests of one application to the payloads of a neighbour, readers of long histories to everybody who is acknowledged.',
    runs: [
      {
        bench: 'hostile',
        figures: [
          {
            label: 'a neighbour of hostile requests waits longer by',
            at: 'most_more_ms',
            unit: 'ms',
            atMost: 50,
          },
          { label: 'kept of a hostile request, of what was sent', at: 'most_kept', unit: 'times', atMost: 4 },
        ],
      },
      {
        bench: 'beside',
        figures: [{ label: 'p99 beside readers of long histories', at: 'ratio', unit: 'times' }],
      },
    ],
  },
  {
    name: 'telemetry',
    title: 'Telemetry and formats',
    explanation:
      'Model calls as OpenTelemetry, many to an export, beside the same exchanges as payloads; and exchanges as they become records.',
    runs: [
      {
        bench: 'otlp',
        figures: [
          { label: 'calls as protobuf, of payloads', at: 'ratio.protobuf', unit: 'times' },
          { label: 'calls as JSON, of payloads', at: 'ratio.json', unit: 'times' },
        ],
      },
      {
        bench: 'normalise',
        figures: [{ label: 'exchanges that become records', at: 'median_per_s', unit: '/s' }],
      },
    ],
  },
  {
    name: 'scores',
    title: 'Scores',
    explanation:
      'One score per request beside one payload of 3 KB per request; and 1,000,000 interactions with 100,000 scores, in processor time of the server and its engine. A list is compared with the same list before there were scores, a question with the same question without scores.',
    runs: [
      {
        bench: 'scores',
        args: ['--rows', '1000000'],
        figures: [
          { label: 'scores on disk, of the rate of payloads', at: 'ratio', unit: '', atLeast: 1 },
          { label: '– acknowledging one, of a payload', at: 'ack_us.ratio', unit: '' },
          { label: 'listed after its acknowledgement, p99', at: 'visible_p99_ms', unit: 'ms', atMost: 1000 },
          { label: 'newest 50 with scores', at: 'list.ratio', unit: 'times', atMost: 1.5 },
          { label: 'question filtered by a score', at: 'query_by_score.ratio', unit: 'times', atMost: 1.5 },
          { label: '– without a score', at: 'query_not_scored.ratio', unit: 'times', atMost: 1.5 },
          { label: '– by value', at: 'by_value.ratio', unit: 'times', atMost: 1.5 },
          { label: 'mean of a score', at: 'mean.ratio', unit: 'times', atMost: 1.5 },
        ],
      },
    ],
  },
  {
    name: 'monitors',
    title: 'Monitors',
    explanation:
      '1,000 monitors of five applications with 1,000,000 interactions, a tenth of them with groups. Processor time is that of the server and its engine while nothing else is asked, less what they take with the monitors switched off. The wait is that of 50 payloads per second, beside the same with the monitors switched off.',
    runs: [
      {
        bench: 'monitors',
        figures: [
          { label: 'processor time of judging, of a core', at: 'core_percent', unit: '%', atMost: 10 },
          { label: 'judged', at: 'judged_per_min', unit: '/min' },
          { label: '– after their time, median', at: 'lag_p50_s', unit: 's' },
          { label: 'p99 of acknowledgements beside it', at: 'ratio', unit: 'times', atMost: 1.2 },
        ],
      },
    ],
  },
  {
    name: 'hours',
    title: 'Hours',
    explanation:
      'Half of what can be stored for good, with readers, exports, a live tail and backups beside it, and an engine that is killed now and then; `npm run bench -- soak --minutes 60` goes on for an hour. Growth is the median of the last third over that of the first.',
    runs: [
      {
        bench: 'soak',
        args: ['--minutes', '9', '--charts', 'docs/performance'],
        figures: [
          { label: 'lost', at: 'lost', unit: '', atMost: 0 },
          { label: 'times the engine was killed', at: 'kills', unit: '' },
          { label: 'memory grew', at: 'grew.memoryMb', unit: 'times', atMost: 1.2 },
          { label: 'open files grew', at: 'grew.files', unit: 'times', atMost: 1.2 },
          { label: 'most memory', at: 'most_memory_mb', unit: 'MB' },
        ],
      },
    ],
    charts: ['soak-memoryMb.svg', 'soak-files.svg', 'soak-parts.svg', 'soak-waiting.svg', 'soak-p99.svg'],
  },
];
