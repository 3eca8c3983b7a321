import { navigate, useBrowserLocation } from 'wouter/use-browser-location';

/** Where the conversation would lead to another ticket, or back to the list, the board stays. */
export const navigateBeside: typeof navigate = (to, how) => navigate(typeof to === 'string' ? besideTheBoard(to) : to, how);

/** For links; what is said by `useNavigate` goes by the function itself. */
export const useLocationBeside: typeof useBrowserLocation = (options) => [useBrowserLocation(options)[0], navigateBeside];

export function besideTheBoard(to: string): string {
  const [, uuid, more = ''] = /^\/tickets(?:\/([^/?]+)(?:\?(.*))?)?$/.exec(to) ?? [];
  if (uuid !== undefined) return `/kanban?ticket=${uuid}${more && `&${more}`}`;
  return to === '/tickets' ? '/kanban' : to;
}
