import { useEffect } from 'react';
import { usePreference } from './preferences';

/** Puts the chosen look onto the page; without a choice it follows the system. */
export function useTheme(): void {
  const [theme] = usePreference('theme');
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  }, [theme]);
}
