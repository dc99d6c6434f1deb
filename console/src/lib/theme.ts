/** The theme chosen in this browser. `public/theme.js` applies it before the first paint. */
export const THEMES = { system: 'System', light: 'Light', dark: 'Dark' } as const;
export type Theme = keyof typeof THEMES;
export const THEME_NAMES = Object.keys(THEMES) as Theme[];

export function currentTheme(): Theme {
  const kept = localStorage.getItem('theme');
  return THEME_NAMES.find((theme) => theme === kept) ?? 'system';
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem('theme', theme);
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
}
