/**
 * Recent live events. An event received during a load may be newer than the reply: note the position first, then apply later events to the
 * reply.
 */
export class LiveLog<E> {
  private readonly events: E[] = [];
  private dropped = 0;

  constructor(private readonly kept = 1000) {}

  add(event: E): void {
    this.events.push(event);
    if (this.events.length <= this.kept) return;
    this.events.shift();
    this.dropped += 1;
  }

  place(): number {
    return this.dropped + this.events.length;
  }

  since(place: number): E[] {
    return this.events.slice(Math.max(0, place - this.dropped));
  }
}
