// Runs before the first paint, so that a dark screen never flashes white. A file of its own because the page's content
// security policy allows no inline script. Keep in step with src/platform/browser/theme.ts and src/platform/language/messages.ts.
(() => {
  var root = document.documentElement;
  var stored = {};
  try {
    stored = { theme: localStorage.getItem('preferredTheme'), language: localStorage.getItem('language') };
  } catch {
    // Storage is blocked: the system's theme and Portuguese.
  }
  var dark = stored.theme === 'dark' || (stored.theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  root.dataset.theme = dark ? 'dark' : 'light';
  root.lang = stored.language === 'en' || stored.language === 'es' ? stored.language : 'pt-BR';
  // The validation library probes for eval otherwise, and every probe is a policy violation in the console.
  window.__zod_globalConfig = { jitless: true };
})();
