const icons = { plain: '/icon.svg', marked: '/icon-unread.svg' };

/** A dot on the tab's icon, and the count on the icon of the installed app. */
export function markTab(count: number): void {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  link?.setAttribute('href', count > 0 ? icons.marked : icons.plain);
  if (!('setAppBadge' in navigator)) return;
  // Only an installed app has a badge; elsewhere the wish is refused, which is no matter.
  void (count > 0 ? navigator.setAppBadge(count) : navigator.clearAppBadge()).catch(() => undefined);
}
