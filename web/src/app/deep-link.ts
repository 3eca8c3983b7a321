const home = '/tickets';

/** The login page's address, remembering where somebody wanted to go. */
export function loginAddress(wanted: string): string {
  return wanted === '/' || wanted === home ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

/** Where to go after a login: only ever a page of this app. */
export function landing(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? home;
  return /^\/(?![/\\])/.test(next) && !/^\/(login|signup)\b/.test(next) ? next : home;
}
