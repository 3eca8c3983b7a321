import type { ReactNode } from 'react';
import { useTheme } from '../../platform/browser/theme.ts';
import { type Language, languages, useLanguage, useMessages } from '../../platform/language/messages.ts';
import { classes } from '../classes.ts';
import { Select } from '../fields/Select.tsx';
import { IconButton } from '../IconButton.tsx';
import { MoonIcon, SunIcon } from '../icons/icons.tsx';
import { Logo } from '../icons/Logo.tsx';
import { preferenceMessages } from '../preferences.messages.ts';
import styles from './PublicPage.module.css';

/** A page for people who are not signed in: the mark, one card, and the choice of language and theme. */
export function PublicPage({
  title,
  width,
  product,
  children,
}: {
  title: string;
  width: 'narrow' | 'wide';
  product: string;
  children: ReactNode;
}) {
  return (
    <div className={styles.page}>
      <header className={styles.corner}>
        <LanguageSelect />
        <ThemeToggle />
      </header>
      <main className={classes(styles.column, styles[width])}>
        <div className={styles.brand}>
          <Logo size={32} />
          <span>{product}</span>
        </div>
        <div className={styles.card}>
          <h1>{title}</h1>
          {children}
        </div>
      </main>
    </div>
  );
}

function LanguageSelect() {
  const text = useMessages(preferenceMessages);
  const { language, chooseLanguage } = useLanguage();
  return (
    <Select<Language>
      label={text('language')}
      labelHidden
      value={language}
      onChange={chooseLanguage}
      options={languages.map((value) => ({ value, label: text(value) }))}
    />
  );
}

export function ThemeToggle() {
  const text = useMessages(preferenceMessages);
  const { theme, toggle } = useTheme();
  return (
    <IconButton label={text(theme === 'dark' ? 'toLight' : 'toDark')} onClick={toggle}>
      {theme === 'dark' ? <SunIcon /> : <MoonIcon />}
    </IconButton>
  );
}
