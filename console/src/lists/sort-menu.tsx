import { MenuItem } from '../filters/menu-item.tsx';
import { Popover } from '../ui/popover.tsx';

type Props = { choices: readonly { text: string; onChoose: () => void }[] };

/** Orders that no column head stands for: by score, and on narrow screens, which have no heads, all of them. */
export function SortMenu({ choices }: Props) {
  return (
    <Popover label="Sort" title="Sort">
      {(close) => (
        <div className="flex max-w-72 min-w-44 flex-col">
          {choices.map(({ text, onChoose }, index) => (
            <MenuItem
              key={text}
              first={index === 0}
              onChoose={() => {
                onChoose();
                close();
              }}
            >
              {text}
            </MenuItem>
          ))}
        </div>
      )}
    </Popover>
  );
}
