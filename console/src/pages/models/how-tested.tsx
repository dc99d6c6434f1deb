import { Popover } from '../../ui/popover.tsx';

/** What the colours mean, and the tests behind them. */
export function HowTested() {
  return (
    <p className="text-sm text-ink-3">
      Green and red: differences that chance explains in fewer than 1 of 100 cases. n: the calls behind a
      figure.{' '}
      <Popover label="How it is tested" className="text-accent hover:underline">
        {() => (
          <dl className="flex w-80 max-w-full flex-col gap-2 p-2 text-sm">
            <Test name="Error rate, truncated">
              Newcombe’s interval of the difference of two shares, from Wilson’s interval of each.
            </Test>
            <Test name="Latency and first token">
              Each percentile has an interval by ranks (binomial), whatever the distribution. The two are
              combined (MOVER). A p95 needs 73 calls, a p99 381.
            </Test>
            <Test name="Cost per call, cached input, speed">
              Normal intervals by the standard error of the ratio, combined likewise. They need 30 calls.
            </Test>
            <Test name="Colour">
              Only if the 99 % interval of the difference leaves zero out. Calls count as independent of each
              other.
            </Test>
          </dl>
        )}
      </Popover>
    </p>
  );
}

function Test({ name, children }: { name: string; children: string }) {
  return (
    <div>
      <dt className="font-medium">{name}</dt>
      <dd className="text-ink-2">{children}</dd>
    </div>
  );
}
