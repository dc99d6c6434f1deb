import { AlertLink } from '../../charts/alert-link.tsx';
import { only } from '../../charts/query/picked.ts';
import { colored, NOTHING } from '../../charts/query/series.ts';
import { useQueryOf } from '../../charts/query/use-query.ts';
import { ViewChart } from '../../charts/query/view-chart.tsx';
import { useFirstSeen } from '../../charts/use-first-seen.ts';
import { bucketOf, type View } from '../../state/view.ts';
import { onceColored } from '../overview/use-color-order.ts';
import { type FigureKind, measuresOf } from './figure-kinds.ts';
import { FigureSelect } from './figure-select.tsx';
import { overlaid } from './overlaid.ts';

const MODEL = 'requestedModel';
/** More lines over each other cannot be told apart. */
const MAX_LINES = 5;

type Props = {
  appId: string;
  view: View;
  /** The compared models; when empty, those with the most calls. */
  chosen: readonly string[];
  kind: FigureKind;
  onKind: (kind: FigureKind) => void;
  onPick: (view: View) => void;
};

/** One figure of several models over time, as lines laid over each other. */
export function ModelsOverTime({ appId, view, chosen, kind, onKind, onPick }: Props) {
  const models = useFirstSeen(appId, MODEL);
  const asked: View = chosen.length > 0 ? { ...view, requestedModel: [...chosen] } : view;
  const answer = useQueryOf(appId, asked, {
    measures: measuresOf([kind]),
    dimensions: [MODEL],
    bucket: bucketOf(view),
    orderBy: 'interactions',
    limit: MAX_LINES,
  });
  const [data = NOTHING] = colored([overlaid(answer.data, kind)], models.order);
  const values = data.series.flatMap((line) => line.values);
  return (
    <ViewChart
      title="Over time"
      aside={
        <>
          <FigureSelect label="Figure over time" chosen={kind} onChoose={onKind} />
          {kind.figureFrom ? null : <AlertLink measure={kind.name} view={asked} groupBy={MODEL} />}
        </>
      }
      view={view}
      data={data}
      state={onceColored(answer, models)}
      kind="lines"
      format={kind.formatFor(values)}
      {...(kind.axisFormat ? { axisFormat: kind.axisFormat } : {})}
      onPick={(at, picked) => onPick({ ...at, ...only(MODEL, picked) })}
    />
  );
}
