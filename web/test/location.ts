let stop = () => {};

/** Opens the page at an address. Every address visited from there on, the present one last. */
export function startAt(path: string): string[] {
  stop();
  history.replaceState(null, '', path);
  const visited = [path];
  const here = () => location.pathname + location.search;
  const onPush = () => void visited.push(here());
  const onReplace = () => void visited.splice(-1, 1, here());
  addEventListener('pushState', onPush);
  addEventListener('replaceState', onReplace);
  stop = () => {
    removeEventListener('pushState', onPush);
    removeEventListener('replaceState', onReplace);
  };
  return visited;
}
