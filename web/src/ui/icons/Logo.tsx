import styles from './Logo.module.css';

/** The product's sign: a speech bubble cut out of a rounded square. */
export function Logo({ size = 20 }: { size?: number }) {
  return (
    <svg aria-hidden="true" className={styles.mark} width={size} height={size} viewBox="0 0 32 32">
      <rect width="32" height="32" rx="9" />
      <path d="M9 9.5h14a1.5 1.5 0 0 1 1.5 1.5v8a1.5 1.5 0 0 1-1.5 1.5h-7.5l-5 4v-4H9a1.5 1.5 0 0 1-1.5-1.5v-8A1.5 1.5 0 0 1 9 9.5z" />
    </svg>
  );
}
