// Provides the theme, the color scheme (the system's by default) and the toasts.
import './mantine-styles.ts';
import './fonts/fonts.css';
import './tokens.css';
import './base.css';
import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Toasts } from '#ui/toasts/toasts.tsx';
import { cssVariablesResolver, translatedTheme } from './theme.ts';

// public/before-paint.js reads the same key before the first paint.
const colorSchemeManager = localStorageColorSchemeManager({ key: 'cellar-color-scheme' });

export interface ThemeProviderProps {
  children: ReactNode;
}

export function ThemeProvider({ children }: ThemeProviderProps) {
  const { t } = useTranslation();
  const showPassword = t('showPassword');
  const theme = useMemo(() => translatedTheme({ showPassword }), [showPassword]);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="auto"
    >
      {children}
      <Toasts />
    </MantineProvider>
  );
}
