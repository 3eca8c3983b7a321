const home = '/tickets';

/** The URL of the login page with the requested page as parameter. */
export function loginAddress(wanted: string): string {
  return wanted === '/' || wanted === home ? '/login' : `/login?next=${encodeURIComponent(wanted)}`;
}

/** Where to go after a login; restricted to paths of this app. */
export function landingPath(search: string): string {
  const next = new URLSearchParams(search).get('next') ?? home;
  return /^\/(?![/\\])/.test(next) && !/^\/(login|signup)\b/.test(next) ? next : home;
}
