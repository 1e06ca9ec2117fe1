import { useEffect } from 'react';
import { usePreference } from './preferences';

/** Puts the chosen look onto the page; without a choice it follows the system. */
export function useTheme(): void {
  const [theme] = usePreference('theme');
  const [still = false] = usePreference('still');
  useEffect(() => {
    if (theme) document.documentElement.dataset['theme'] = theme;
    else delete document.documentElement.dataset['theme'];
  }, [theme]);
  useEffect(() => {
    document.documentElement.toggleAttribute('data-still', still);
  }, [still]);
}
