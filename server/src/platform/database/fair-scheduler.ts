import { availableParallelism } from 'node:os';
import { Refusal } from '../errors.ts';

/** A user's request, a text search, or the server's own work for a company. */
export type Work = 'call' | 'search' | 'system';
/** Who asks for a connection. */
export type Asker = { company: number | string; person: number | string; work: Work };
export type Release = () => void;

type Waiter = { work: Work; since: number; enter(): void; refuse(refusal: Refusal): void };
type Person = {
  company: Company;
  held: number;
  searching: number;
  turn: number;
  seen: number;
  searchedLast: boolean;
  calls: Waiter[];
  searches: Waiter[];
};
type Company = {
  key: string;
  isSystem: boolean;
  held: number;
  /** When each of those who hold a place got it. */
  since: Set<{ at: number }>;
  searching: number;
  /** So many of its works are over and not yet to be followed by others. */
  resting: number;
  turn: number;
  seen: number;
  /** When one of its people last had more waiting than a person asks for. */
  piledAt: number;
  people: Map<number | string, Person>;
};

/** A holder older than this is probably waiting for a lock, not using the machine. */
const atWorkFor = 250;
/** Companies and users count as active for this time after their last connection. */
const activeFor = 5_000;
/** More than any screen asks for at once: a person with so many waiting is a program. */
const pileOfProgram = 8;
/** Beside others a company with such a pile rests after each work for this multiple of its time. */
const restFactor = 2;
const longestRest = 500;
const longestWait = 20_000;
const maxWaitingOfPerson = 500;
const maxWaitingOfSystem = 5_000;
const lookInterval = 250;

/**
 * Which of those who wait for one of a few places comes next: one of the company that holds fewest, and in it of the person who
 * holds fewest; among equals, who has waited longest for a turn. A company that is alone may take nearly all places. While others
 * are about it keeps to as many as the machine can work on at once: more would not be done sooner, and would only make the others'
 * work slow; and while it has a pile waiting it keeps to half of that, so that the others find the other half free at any moment. Where
 * one of its people is a program that piles up calls, it rests after each of them as well: what a call sets off costs the machine too.
 * Some places are always left for other companies, and some for the server's own work.
 */
export class FairScheduler {
  private readonly companies = new Map<string, Company>();
  private readonly waiting = new Set<Company>();
  private readonly held = { people: 0, system: 0, searching: 0 };
  private turn = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly places: number,
    private readonly atOnce = Math.max(2, availableParallelism()),
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** Acquires a slot, immediately if possible. Must be released. */
  async take(asker: Asker): Promise<Release> {
    const person = this.personOf(asker);
    const queue = asker.work === 'search' ? person.searches : person.calls;
    if (queue.length === 0 && this.mayEnter(person, asker.work)) return this.enter(person, asker.work);
    const most = asker.work === 'system' ? maxWaitingOfSystem : maxWaitingOfPerson;
    if (waitersOf(person) >= most) throw new Refusal('ERR_TOO_MANY_REQUESTS', { retryAfter: 2 });
    return new Promise((resolve, reject) => {
      queue.push({ work: asker.work, since: this.now(), enter: () => resolve(this.enter(person, asker.work)), refuse: reject });
      this.waiting.add(person.company);
      if (waitersOf(person) > pileOfProgram) person.company.piledAt = this.now();
      this.timer ??= setInterval(() => this.look(), lookInterval).unref();
    });
  }

  /** Whether users of other companies are active. */
  hasOthers(company: number | string): boolean {
    return !this.isAlone(this.companies.get(`people:${company}`));
  }

  /** Whether a program drives the company while users of others are active: they go first. */
  yieldsToOthers(company: number | string): boolean {
    const people = this.companies.get(`people:${company}`);
    return people !== undefined && people.piledAt > this.now() - activeFor && !this.isAlone(people);
  }

  private enter(person: Person, work: Work): Release {
    const { company } = person;
    const add = (count: number) => {
      this.held[company.isSystem ? 'system' : 'people'] += count;
      company.held += count;
      person.held += count;
      if (work !== 'search') return;
      this.held.searching += count;
      company.searching += count;
      person.searching += count;
    };
    add(1);
    this.turn += 1;
    company.turn = this.turn;
    person.turn = this.turn;
    person.searchedLast = work === 'search';
    const since = { at: this.now() };
    company.since.add(since);
    return () => {
      if (!company.since.delete(since)) return;
      add(-1);
      this.rest(company, this.now() - since.at);
      company.seen = this.now();
      person.seen = company.seen;
      this.admit();
    };
  }

  /** After work that took so long. Where a rival waits they take turns, and nobody is spared anything by a rest. */
  private rest(company: Company, spent: number): void {
    if (company.isSystem || ![...company.people.values()].some((person) => waitersOf(person) > pileOfProgram)) return;
    if (this.isAlone(company) || this.hasRival(company)) return;
    company.resting += 1;
    const over = () => {
      company.resting -= 1;
      this.admit();
    };
    setTimeout(over, Math.min(spent * restFactor, longestRest)).unref();
  }

  /** It has more waiting than a screen asks for at once. */
  private isPiled(company: Company): boolean {
    let waiting = 0;
    for (const person of company.people.values()) waiting += waitersOf(person);
    return waiting > this.atOnce * 2;
  }

  /** Where several companies wait they take turns as it is, and to hold back would only leave the machine idle. */
  private hasRival(company: Company): boolean {
    for (const other of this.waiting) if (other !== company && !other.isSystem) return true;
    return false;
  }

  private admit(): void {
    for (let next = this.next(); next; next = this.next()) {
      const { person, waiter } = next;
      const queue = waiter.work === 'search' ? person.searches : person.calls;
      queue.shift();
      waiter.enter();
      if (!hasWaiters(person.company)) this.waiting.delete(person.company);
    }
    if (this.waiting.size === 0) {
      clearInterval(this.timer);
      this.timer = undefined;
    }
  }

  private next(): { person: Person; waiter: Waiter } | undefined {
    if (this.held.people + this.held.system >= this.places) return undefined;
    const companies = [...this.waiting].toSorted(byTurn);
    for (const company of companies) {
      for (const person of [...company.people.values()].toSorted(byTurn)) {
        // A user's searches and other calls alternate, so that neither blocks the other.
        const queues = person.searchedLast ? [person.calls, person.searches] : [person.searches, person.calls];
        const waiter = queues.flatMap(([first]) => first ?? []).find(({ work }) => this.mayEnter(person, work));
        if (waiter) return { person, waiter };
      }
    }
    return undefined;
  }

  private mayEnter(person: Person, work: Work): boolean {
    const { company } = person;
    if (this.held.people + this.held.system >= this.places) return false;
    if (company.isSystem) return this.held.system < Math.floor(this.places * 0.7) && company.held < Math.ceil(this.places / 4);
    const forPeople = this.places - Math.ceil(this.places * 0.15);
    if (this.held.people >= forPeople) return false;
    const alone = this.isAlone(company);
    const most = forPeople - Math.ceil(this.places / 5);
    const ofCompany = alone ? most : Math.min(this.atOnce, Math.floor(forPeople / 2));
    if (company.held >= most || person.held >= this.shareOf(person, ofCompany)) return false;
    // While others' work is being done, one thing less than the machine can do at once: it is for them.
    const others = !alone && this.areOthersAtWork(company);
    const holdsBack = !alone && this.isPiled(company) && !this.hasRival(company);
    const atMost = holdsBack ? Math.floor(this.atOnce / 2) : others ? ofCompany - 1 : ofCompany;
    if (!alone && this.atWork(company) + company.resting >= Math.max(1, atMost)) return false;
    if (work !== 'search') return true;
    const searchesOfCompany = alone ? 3 : others || holdsBack ? 1 : 2;
    const searchesOfPerson = this.isAloneInside(person) ? searchesOfCompany : Math.max(1, searchesOfCompany - 1);
    return (
      this.held.searching < Math.max(1, Math.floor(this.places / 4)) &&
      company.searching < searchesOfCompany &&
      person.searching < searchesOfPerson
    );
  }

  /** One slot is always left for a colleague; with active colleagues a user gets a third. */
  private shareOf(person: Person, ofCompany: number): number {
    return this.isAloneInside(person) ? ofCompany - Math.floor(ofCompany / 8) : Math.max(2, Math.ceil(ofCompany / 3));
  }

  private atWork({ since }: Company): number {
    const from = this.now() - atWorkFor;
    return [...since].filter(({ at }) => at > from).length;
  }

  private areOthersAtWork(company: Company): boolean {
    for (const other of this.companies.values())
      if (other !== company && !other.isSystem && other.held < company.held && this.atWork(other) > 0) return true;
    return false;
  }

  private isAlone(company: Company | undefined): boolean {
    const since = this.now() - activeFor;
    for (const other of this.companies.values())
      if (other !== company && !other.isSystem && (other.held > 0 || other.seen > since || this.waiting.has(other))) return false;
    return true;
  }

  private isAloneInside(person: Person): boolean {
    const since = this.now() - activeFor;
    for (const other of person.company.people.values())
      if (other !== person && (other.held > 0 || other.seen > since || waitersOf(other) > 0)) return false;
    return true;
  }

  private personOf({ company: id, person: personId, work }: Asker): Person {
    const isSystem = work === 'system';
    const key = `${isSystem ? 'system' : 'people'}:${id}`;
    let company = this.companies.get(key);
    if (!company) {
      this.forget();
      company = {
        key,
        isSystem,
        held: 0,
        since: new Set(),
        searching: 0,
        resting: 0,
        turn: 0,
        seen: Number.NEGATIVE_INFINITY,
        piledAt: Number.NEGATIVE_INFINITY,
        people: new Map(),
      };
      this.companies.set(key, company);
    }
    let person = company.people.get(personId);
    if (!person) {
      this.forgetPeople(company);
      person = { company, held: 0, searching: 0, turn: 0, seen: Number.NEGATIVE_INFINITY, searchedLast: false, calls: [], searches: [] };
      company.people.set(personId, person);
    }
    return person;
  }

  /** Forgets companies and users that have been inactive for a while. */
  private forget(): void {
    const since = this.now() - activeFor;
    for (const company of this.companies.values())
      if (company.held === 0 && company.seen < since && !this.waiting.has(company)) this.companies.delete(company.key);
  }

  private forgetPeople(company: Company): void {
    const since = this.now() - activeFor;
    for (const [id, person] of company.people)
      if (person.held === 0 && person.seen < since && waitersOf(person) === 0) company.people.delete(id);
  }

  /** Refuses callers that waited too long, and grants more slots to those who are now alone. */
  private look(): void {
    const since = this.now() - longestWait;
    for (const company of this.waiting) {
      for (const { calls, searches } of company.people.values()) {
        for (const queue of [calls, searches]) {
          while (queue[0] && queue[0].since < since) queue.shift()?.refuse(new Refusal('ERR_UNAVAILABLE', { retryAfter: 5 }));
        }
      }
    }
    for (const company of this.waiting) if (!hasWaiters(company)) this.waiting.delete(company);
    this.admit();
  }
}

const waitersOf = ({ calls, searches }: Person) => calls.length + searches.length;
const hasWaiters = ({ people }: Company) => [...people.values()].some((person) => waitersOf(person) > 0);
const byTurn = (one: Company | Person, other: Company | Person) => one.held - other.held || one.turn - other.turn;
