// Provides the theme, the color scheme (the system's by default) and the toasts.
import './mantine-styles.ts';
import './fonts/fonts.css';
import './tokens.css';
import './base.css';
import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type InputProps,
  localStorageColorSchemeManager,
  type MantineColorsTuple,
  MantineProvider,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core';
import { type ReactNode, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Toasts } from '#ui/toasts/toasts.tsx';

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

// Mantine's theme, based on the tokens in tokens.css.

const amber: MantineColorsTuple = [
  '#fff6e2',
  '#ffeac4',
  '#ffd98f',
  '#ffc862',
  '#ffbd4a',
  '#f5a623',
  '#d98b0c',
  '#ad6b00',
  '#8a5200',
  '#6b3f00',
];

// Warm grays, so that Mantine's colors match the tokens.
const dark: MantineColorsTuple = [
  '#f5efe6',
  '#d8cdbf',
  '#b5a998',
  '#85786a',
  '#4a4138',
  '#2e2822',
  '#25201b',
  '#1c1814',
  '#14110e',
  '#0f0d0a',
];

const gray: MantineColorsTuple = [
  '#faf6ef',
  '#f2ebdf',
  '#e6dccb',
  '#d3c6b1',
  '#b8a98f',
  '#8b7c68',
  '#665a4b',
  '#4d4337',
  '#352d23',
  '#211a12',
];

// Amber is light in both color schemes, so text on it is always dark.
const variantColorResolver: VariantColorsResolver = (input) => {
  const colors = defaultVariantColorsResolver(input);
  if (input.variant === 'filled' && (input.color ?? 'amber') === 'amber') {
    return { ...colors, background: 'var(--amber)', hover: 'var(--amber-bright)', color: 'var(--on-amber)' };
  }
  if (input.variant === 'filled' && input.color === 'red') {
    return { ...colors, background: 'var(--bad-fill)', hover: 'var(--bad-fill)', color: 'var(--on-cover)' };
  }
  if (input.variant === 'subtle' && input.color === 'red') {
    return { ...colors, hover: 'var(--bad-soft)', color: 'var(--bad)' };
  }
  if (input.variant === 'default' && input.color === 'red') return { ...colors, color: 'var(--bad)' };
  if (input.variant === 'subtle') {
    return { ...colors, hover: 'var(--accent-soft)', color: 'var(--text)' };
  }
  return colors;
};

const theme = createTheme({
  colors: { amber, dark, gray },
  primaryColor: 'amber',
  primaryShade: { light: 5, dark: 5 },
  black: '#211a12',
  variantColorResolver,
  cursorType: 'pointer',
  respectReducedMotion: true,
  defaultRadius: 'md',
  radius: {
    xs: 'var(--radius-1)',
    sm: 'var(--radius-1)',
    md: 'var(--radius-2)',
    lg: 'var(--radius-3)',
    xl: 'var(--radius-4)',
  },
  // Defined in fonts/fonts.css. The system's fonts show what Geist lacks, such as other scripts.
  fontFamily:
    "Geist, 'Geist Fallback', 'Geist Fallback Android', system-ui, 'Segoe UI', 'Noto Sans', sans-serif",
  fontFamilyMonospace: 'var(--font-mono)',
  shadows: { sm: 'var(--shadow-1)', md: 'var(--shadow-2)', lg: 'var(--shadow-2)', xl: 'var(--shadow-3)' },
  components: {
    Button: { defaultProps: { size: 'md' }, styles: { label: { fontWeight: 650 } } },
    // Unlike a card, a field needs a border with sufficient contrast (WCAG 1.4.11).
    Input: {
      vars: (_theme: unknown, { error }: InputProps) => ({
        wrapper: {
          '--input-bd': error ? 'var(--bad)' : 'var(--field-line)',
          '--input-bd-focus': 'var(--accent)',
        },
      }),
    },
    TextInput: { defaultProps: { size: 'md' } },
    Notification: { defaultProps: { withBorder: true, radius: 'md' } },
  },
});

/** Replaces Mantine's built-in texts, which are in English. */
function translatedTheme({ showPassword }: { showPassword: string }): MantineThemeOverride {
  const visibilityToggleButtonProps = { 'aria-label': showPassword };
  const PasswordInput = { defaultProps: { size: 'md', visibilityToggleButtonProps } };
  return { ...theme, components: { ...theme.components, PasswordInput } };
}

const cssVariablesResolver: CSSVariablesResolver = () => {
  const both = {
    '--mantine-primary-color-filled': 'var(--amber)',
    '--mantine-primary-color-filled-hover': 'var(--amber-bright)',
    '--mantine-primary-color-contrast': 'var(--on-amber)',
    '--mantine-color-body': 'var(--page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-dim)',
    '--mantine-color-placeholder': 'var(--text-dim)',
    '--mantine-color-error': 'var(--bad)',
    '--mantine-color-success': 'var(--good)',
    '--mantine-color-anchor': 'var(--accent)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--accent-soft)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--line-strong)',
  };
  return { variables: {}, light: both, dark: both };
};
