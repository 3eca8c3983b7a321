/**
 * How many statements the server has sent: all, or those of one kind of work ('request', 'job', 'channel', 'inbox', 'catch-up',
 * 'other').
 */
export async function statementsSent(url: string, work = '[a-z-]+'): Promise<number> {
  const figures = await (await fetch(`${url}/metrics`)).text();
  const counts = figures.matchAll(new RegExp(`^prosa_sql_statements_total\\{work="${work}"\\} (\\d+)$`, 'gm'));
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
