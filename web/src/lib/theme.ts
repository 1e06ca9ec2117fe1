import { useEffect } from 'preact/compat';
import { usePreference } from './preferences';

/** Applies the chosen look to the page. Without a choice it follows the system. */
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
