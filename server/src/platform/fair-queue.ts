import { Refusal } from './errors.ts';

/** Where work comes from: a company or an address, and in it a person or an account. */
export type Source = { group: string; member: string };
type Waiter = { enter(): void; refuse(): void };
type Limits = { atOnce: number; mostWaiting: number; mostOfGroup: number };

/**
 * Little work at once, and the next of it from whoever had no turn for longest: groups in turn, and in each its members. Where too
 * many wait, the newest of the group with most of them has to go, so that a flood of one source closes the door on nobody else.
 */
export class FairQueue {
  private running = 0;
  private size = 0;
  /** In the order of their turns; a group or member that had one goes to the end. */
  private readonly groups = new Map<string, Map<string, Waiter[]>>();

  constructor(private readonly limits: Limits) {}

  async run<T>(source: Source, work: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.atOnce) this.running += 1;
    else await this.wait(source);
    try {
      return await work();
    } finally {
      // The place is handed on rather than freed, so that a newcomer can not slip in before the queue.
      const next = this.next();
      if (next) next.enter();
      else this.running -= 1;
    }
  }

  private wait({ group, member }: Source): Promise<void> {
    const members = this.groups.get(group) ?? new Map<string, Waiter[]>();
    const ofGroup = countOf(members);
    if (ofGroup >= this.limits.mostOfGroup || (this.size >= this.limits.mostWaiting && !this.makeRoom(ofGroup))) throw tooMany();
    return new Promise((enter, reject) => {
      const waiter = { enter, refuse: () => reject(tooMany()) };
      const waiters = members.get(member);
      if (waiters) waiters.push(waiter);
      else members.set(member, [waiter]);
      if (!this.groups.has(group)) this.groups.set(group, members);
      this.size += 1;
    });
  }

  private next(): Waiter | undefined {
    const [group] = this.groups;
    const [member] = group?.[1] ?? [];
    if (!group || !member) return undefined;
    const [[groupName, members], [memberName, waiters]] = [group, member];
    const waiter = waiters.shift();
    this.size -= 1;
    members.delete(memberName);
    if (waiters.length > 0) members.set(memberName, waiters);
    this.groups.delete(groupName);
    if (members.size > 0) this.groups.set(groupName, members);
    return waiter;
  }

  /** Whether there is room now for one of a group with so many: one of a larger group may have had to go. */
  private makeRoom(ofGroup: number): boolean {
    const [largest] = [...this.groups].toSorted(([, one], [, other]) => countOf(other) - countOf(one));
    if (!largest || countOf(largest[1]) <= ofGroup + 1) return false;
    const [name, members] = largest;
    const [most] = [...members].toSorted(([, one], [, other]) => other.length - one.length);
    if (!most) return false;
    most[1].pop()?.refuse();
    this.size -= 1;
    if (most[1].length === 0) members.delete(most[0]);
    if (members.size === 0) this.groups.delete(name);
    return true;
  }
}

const countOf = (members: Map<string, Waiter[]>) => [...members.values()].reduce((sum, { length }) => sum + length, 0);
const tooMany = () => new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfter: 5 });
