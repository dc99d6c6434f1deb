/**
 * A frame of records of an OTLP request: the slices that they consist of, each once, and which slices each
 * uses.
 */
import type { Issue } from '@parley/contract';
import type { RecordPlace, TelemetryHead, TelemetryRecord } from '../../envelope/journal-entry.ts';
import type { ParsedRecord, Range, RecordRanges } from './parse-telemetry.ts';

type Rejected = ParsedRecord & { kind: 'rejected' };

export class TelemetryFrame {
  readonly records: TelemetryRecord[] = [];
  readonly rejected: RecordPlace[] = [];
  readonly #issues = new Map<string, Issue & { count: number }>();
  readonly #bytes: Buffer;
  readonly #slices: Buffer[] = [];
  /** Slice numbers by their first byte in the request. */
  readonly #numbers = new Map<number, number>();

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  /** `json` is kept instead of the record. */
  add(kept: Omit<TelemetryRecord, 'at'>, { json, ...ranges }: RecordRanges & { json?: string }): void {
    if (json === undefined) this.records.push({ ...kept, at: this.#place(ranges) });
    else this.records.push({ ...kept, json: true, at: this.#place(ranges, Buffer.from(json)) });
  }

  /** A problem of several records is one issue, with the path of the first. */
  reject({ path, problem, count, ...ranges }: Rejected): void {
    this.rejected.push(this.#place(ranges));
    const issue = this.#issues.get(problem);
    if (issue) issue.count += count;
    else this.#issues.set(problem, { path, code: 'invalid_telemetry', message: problem, count });
  }

  get isEmpty(): boolean {
    return this.#slices.length === 0;
  }

  get body(): Buffer {
    return Buffer.concat(this.#slices);
  }

  /** The head without the application and the time of receipt. */
  get head(): Pick<TelemetryHead, 'count' | 'slices' | 'records' | 'rejected' | 'issues'> {
    const issues = [...this.#issues.values()];
    return {
      count: issues.reduce((sum, { count }) => sum + count, this.records.length),
      slices: this.#slices.map(({ length }) => length),
      records: this.records,
      rejected: this.rejected,
      issues,
    };
  }

  #place({ resource, scope, record }: RecordRanges, instead?: Buffer): RecordPlace {
    const number = instead ? this.#slices.push(instead) - 1 : this.#number(record);
    return [resource && this.#number(resource), scope && this.#number(scope), number];
  }

  #number([start, end]: Range): number {
    const known = this.#numbers.get(start);
    // An empty slice may begin at the same byte as another.
    if (known !== undefined && this.#slices[known]?.length === end - start) return known;
    const number = this.#slices.push(this.#bytes.subarray(start, end)) - 1;
    this.#numbers.set(start, number);
    return number;
  }
}
