import { Refusal } from './errors.ts';

/** Source of work: a group (company or address) and a member (user or account). */
export type Source = { group: string; member: string };
type Waiter = { enter(): void; refuse(): void };
type Limits = {
  atOnce: number;
  maxWaiting: number;
  maxOfGroup: number;
  /** How many of one group work at once, if fewer than all. */
  ofGroup?: number;
  /** A member with more work waiting pauses after each item for this multiple of its duration. */
  restFactor?: number;
};

/**
 * Little work at once, and the next of it from whoever had no turn for longest: groups in turn, and in each its members. Where too
 * many wait, the newest of the group with most of them has to go, so that a flood of one source closes the door on nobody else.
 */
export class FairQueue {
  private running = 0;
  private size = 0;
  private readonly working = new Map<string, number>();
  /** Least recently served first. */
  private readonly groups = new Map<string, Map<string, Waiter[]>>();

  constructor(private readonly limits: Limits) {}

  async run<T>(source: Source, work: () => Promise<T>): Promise<T> {
    if (this.running < this.limits.atOnce && this.mayWork(source.group)) this.begin(source.group);
    else await this.wait(source);
    const begun = performance.now();
    try {
      return await work();
    } finally {
      this.end(source, performance.now() - begun);
    }
  }

  private mayWork(group: string): boolean {
    return (this.working.get(group) ?? 0) < (this.limits.ofGroup ?? this.limits.atOnce);
  }

  private begin(group: string): void {
    this.running += 1;
    this.working.set(group, (this.working.get(group) ?? 0) + 1);
  }

  private end({ group, member }: Source, spent: number): void {
    this.running -= 1;
    const leave = () => {
      const left = (this.working.get(group) ?? 1) - 1;
      if (left > 0) this.working.set(group, left);
      else this.working.delete(group);
      this.admit();
    };
    const { restFactor = 0 } = this.limits;
    const isMany = this.groups.get(group)?.has(member) ?? false;
    if (restFactor > 0 && isMany) {
      setTimeout(leave, spent * restFactor);
      this.admit();
    } else leave();
  }

  private admit(): void {
    while (this.running < this.limits.atOnce) {
      const group = [...this.groups.keys()].find((each) => this.mayWork(each));
      if (group === undefined) return;
      const waiter = this.next(group);
      this.begin(group);
      waiter?.enter();
    }
  }

  private wait({ group, member }: Source): Promise<void> {
    const members = this.groups.get(group) ?? new Map<string, Waiter[]>();
    const ofGroup = countOf(members);
    if (ofGroup >= this.limits.maxOfGroup || (this.size >= this.limits.maxWaiting && !this.makeRoom(ofGroup))) throw tooMany();
    return new Promise((enter, reject) => {
      const waiter = { enter, refuse: () => reject(tooMany()) };
      const waiters = members.get(member);
      if (waiters) waiters.push(waiter);
      else members.set(member, [waiter]);
      if (!this.groups.has(group)) this.groups.set(group, members);
      this.size += 1;
    });
  }

  private next(group: string): Waiter | undefined {
    const members = this.groups.get(group);
    const [first] = members ?? [];
    if (!members || !first) return undefined;
    const [member, waiters] = first;
    const waiter = waiters.shift();
    this.size -= 1;
    members.delete(member);
    if (waiters.length > 0) members.set(member, waiters);
    this.groups.delete(group);
    if (members.size > 0) this.groups.set(group, members);
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
