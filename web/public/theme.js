// Runs before the first paint, so that a dark screen never flashes white. A file of its own because the page's content
// security policy allows no inline script. Keep in step with src/platform/browser/theme.ts.
(() => {
  var root = document.documentElement;
  var theme;
  try {
    theme = localStorage.getItem('preferredTheme');
  } catch {
    // Storage is blocked: the system's theme.
  }
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  // The validation library probes for eval otherwise, and every probe is a policy violation in the console.
  window.__zod_globalConfig = { jitless: true };
})();
