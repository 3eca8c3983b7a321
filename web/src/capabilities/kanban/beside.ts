import { useBrowserLocation } from 'wouter/use-browser-location';

/** Where the conversation would lead to another ticket, or back to the list, the board stays. */
export const useLocationBeside: typeof useBrowserLocation = (options) => {
  const [path, navigate] = useBrowserLocation(options);
  return [path, (to, how) => navigate(typeof to === 'string' ? besideTheBoard(to) : to, how)];
};

export function besideTheBoard(to: string): string {
  const [, uuid, more = ''] = /^\/tickets(?:\/([^/?]+)(?:\?(.*))?)?$/.exec(to) ?? [];
  if (uuid !== undefined) return `/kanban?ticket=${uuid}${more && `&${more}`}`;
  return to === '/tickets' ? '/kanban' : to;
}
