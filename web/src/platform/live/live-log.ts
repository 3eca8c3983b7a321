/**
 * What was heard lately. A load takes a moment, and an event heard meanwhile may be newer than its reply:
 * whoever loads notes the place first and applies what came after to the reply.
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
