import { useState } from 'react';
import { applyTheme, currentTheme, THEME_NAMES, THEMES } from '../lib/theme.ts';

export function ThemeSwitch() {
  const [theme, setTheme] = useState(currentTheme);
  return (
    <label className="flex h-8 items-center justify-between gap-3 px-2.5 text-ink-2">
      Theme
      <select
        value={theme}
        onChange={(event) => {
          const next = THEME_NAMES.find((name) => name === event.target.value) ?? 'system';
          setTheme(next);
          applyTheme(next);
        }}
        className="h-7 rounded-md border border-line-strong bg-surface px-1.5 text-sm"
      >
        {THEME_NAMES.map((name) => (
          <option key={name} value={name}>
            {THEMES[name]}
          </option>
        ))}
      </select>
    </label>
  );
}
