import { useState } from 'react';

const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

function current(): Theme {
  const kept = localStorage.getItem('theme');
  return THEMES.find((theme) => theme === kept) ?? 'system';
}

export function ThemeSwitch() {
  const [theme, setTheme] = useState(current);
  const choose = (next: Theme) => {
    setTheme(next);
    localStorage.setItem('theme', next);
    if (next === 'system') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = next;
  };
  return (
    <label className="flex items-center justify-between gap-2 text-sm text-ink-2">
      Theme
      <select
        value={theme}
        onChange={(event) => choose(THEMES.find((name) => name === event.target.value) ?? 'system')}
        className="h-7 rounded-md border border-line-strong bg-surface px-1.5"
      >
        {THEMES.map((name) => (
          <option key={name} value={name}>
            {name === 'system' ? 'As the system' : name === 'light' ? 'Light' : 'Dark'}
          </option>
        ))}
      </select>
    </label>
  );
}
