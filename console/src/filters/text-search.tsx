import { readView, type View } from '../state/view.ts';
import { SearchBox } from './search-box.tsx';
import { SearchInSelect } from './search-in-select.tsx';
import { SearchOffers, useOpenId } from './search-offers.tsx';

type Props = { view: View; onChange: (view: View) => void };

/** The search for texts, and whose texts it looks at. Names and ids lead to what they name. */
export function TextSearch({ view, onChange }: Props) {
  const openId = useOpenId();
  return (
    <>
      <SearchBox
        q={view.q ?? ''}
        onSearch={(q) => onChange(readView({ ...view, q }))}
        offersFor={(typed, onFollow) => <SearchOffers typed={typed} onFollow={onFollow} />}
        onOpen={openId}
      />
      <SearchInSelect view={view} onChange={onChange} />
    </>
  );
}
