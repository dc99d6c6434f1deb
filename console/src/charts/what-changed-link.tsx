import type { ExplainedMeasure } from '@parley/contract';
import { Link, useParams } from '@tanstack/react-router';
import type { View } from '../state/view.ts';
import { Icon } from '../ui/icon.tsx';

type Props = {
  measure: ExplainedMeasure;
  view: View;
  /** What the figure is called on the page; without it, the link says nothing but its own words. */
  about?: string;
  /** Only the icon. */
  small?: boolean;
  className?: string;
};

/** Leads to what moved a figure since the period before. On a phone it is an icon. */
export function WhatChangedLink({ measure, view, about, small = false, className = '' }: Props) {
  const { appId = '' } = useParams({ strict: false });
  return (
    <Link
      to="/apps/$appId/what-changed"
      params={{ appId }}
      search={{ ...view, measure }}
      title="What changed?"
      className={`inline-flex h-7 shrink-0 items-center justify-center gap-1.5 rounded-md px-1.5 text-sm font-medium whitespace-nowrap text-ink-2 hover:bg-sunken hover:text-ink ${className}`}
    >
      <Icon name="changes" />
      <span className={small ? 'sr-only' : 'max-sm:sr-only'}>What changed?</span>
      {about === undefined ? null : <span className="sr-only"> {about}</span>}
    </Link>
  );
}
