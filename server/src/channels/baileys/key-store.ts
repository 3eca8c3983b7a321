import { AsyncLocalStorage } from 'node:async_hooks';
import type { AuthenticationCreds, SignalDataSet, SignalDataTypeMap } from '@whiskeysockets/baileys';
import { z } from 'zod';
import { crashPoint } from '../../platform/crash-points.ts';
import { sql } from '../../platform/database/database.ts';
import { rowsOf } from '../../platform/database/rows.ts';
import { inScope, type Platform, type Scope } from '../../platform/database/scope.ts';
import type { Receiver } from '../port.ts';
import { BoundedMap } from './bounded.ts';
import type { Baileys } from './library.ts';
import { withoutFailedTries } from './sessions.rules.ts';

const KeyRow = z.object({ id: z.string(), value: z.string() });
const credentials = 'creds';
/** So many are kept in memory: those of the conversations of the day. */
const keptKeys = 2_000;

type Change = { type: string; id: string; value: unknown };
/** Changes that wait until what caused them is committed. */
export type Deferral = { places: Set<string> };

const placeOf = (type: string, id: string) => `${type}\n${id}`;

/**
 * The keys of one linked device, in the database. Written only while this node holds the connection's lease, a set of changes as one
 * statement. What a decryption changes waits in memory until the message is committed: a device that dies in between gets the message
 * again and can read it again.
 */
export class KeyStore {
  private readonly waiting = new Map<string, Change>();
  private readonly kept = new BoundedMap<Change>(keptKeys);
  private writes = 0;
  private writing: Promise<unknown> = Promise.resolve();
  private isClosed = false;
  private readonly deferring = new AsyncLocalStorage<Deferral>();

  constructor(
    private readonly platform: Platform,
    private readonly receiver: Receiver,
    private readonly library: Baileys,
    /** Told before anybody hears of it: what was to be stored is not, and nothing may be acknowledged on the strength of it. */
    private readonly onFailure: (error: unknown) => Promise<void> = async () => undefined,
  ) {}

  /** The credentials, if there are some that open: of another master key, or of a pairing that was given up, there are none. */
  async loadCredentials(): Promise<AuthenticationCreds | undefined> {
    const [row] = await this.rows(credentials, ['']);
    const kept = row && this.opened(credentials, row);
    return isCredentials(kept) && kept.account ? kept : undefined;
  }

  saveCredentials(value: AuthenticationCreds): Promise<void> {
    return this.write([{ type: credentials, id: '', value }]);
  }

  async get<T extends keyof SignalDataTypeMap>(type: T, ids: string[]): Promise<{ [id: string]: SignalDataTypeMap[T] }> {
    const found = new Map<string, unknown>();
    const missing = ids.filter((id) => {
      const place = placeOf(type, id);
      const change = this.waiting.get(place) ?? this.kept.get(place);
      if (change && change.value !== null) found.set(id, change.value);
      return !change;
    });
    const { writes } = this;
    if (missing.length > 0)
      for (const row of await this.rowsOrFail(type, missing)) {
        const { id } = row;
        const value = this.revived(type, this.opened(type, row));
        if (value === undefined) continue;
        found.set(id, value);
        // Not if somebody has written meanwhile: it may be what was there before.
        if (writes === this.writes) this.kept.set(placeOf(type, id), { type, id, value });
      }
    return Object.fromEntries([...found].map((entry): unknown[] => entry));
  }

  async set(data: SignalDataSet): Promise<void> {
    const changes = Object.entries(data).flatMap(([type, entries]) =>
      Object.entries(entries ?? {}).map(([id, value]): Change => ({ type, id, value: value ?? null })),
    );
    const deferral = this.deferring.getStore();
    if (!deferral) {
      await this.write(changes.filter((change) => !this.isStored(change)));
      // Newer than what waits.
      for (const { type, id } of changes) this.waiting.delete(placeOf(type, id));
      return;
    }
    for (const change of changes) {
      const place = placeOf(change.type, change.id);
      this.waiting.set(place, change.type === 'session' ? await this.mended(change) : change);
      deferral.places.add(place);
    }
  }

  private async mended(change: Change): Promise<Change> {
    const before = await this.get('session', [change.id]);
    return { ...change, value: withoutFailedTries(before[change.id], change.value) };
  }

  private isStored({ type, id, value }: Change): boolean {
    const place = placeOf(type, id);
    return !this.waiting.has(place) && this.kept.get(place)?.value === value;
  }

  /** What this work changes waits until `flush`. */
  defer<T>(deferral: Deferral, work: () => Promise<T>): Promise<T> {
    return this.deferring.run(deferral, work);
  }

  async flush({ places }: Deferral): Promise<void> {
    const changes = [...places].flatMap((place) => this.waiting.get(place) ?? []);
    places.clear();
    await this.write(changes);
    for (const change of changes) {
      const place = placeOf(change.type, change.id);
      if (this.waiting.get(place) === change) this.waiting.delete(place);
    }
  }

  /** Resolves when the last write has ended; the library still wants to write when its socket has gone. */
  async close(): Promise<void> {
    this.isClosed = true;
    await this.writing;
  }

  /** Without its keys the library rejects a message as broken, and it would not come again. */
  private async rowsOrFail(type: string, ids: string[]) {
    try {
      return await this.rows(type, ids);
    } catch (error) {
      await this.onFailure(error);
      throw error;
    }
  }

  private rows(type: string, ids: string[]) {
    const { connectionId, companyId } = this.receiver;
    return inScope(this.platform, { companyId }, (scope) =>
      rowsOf(
        scope.tx,
        KeyRow,
        sql`
          select id, value_sealed as value
          from baileys_keys
          where company_id = current_company()
            and connection_id = ${connectionId}
            and type = ${type}
            and id = any(${sql.param(ids)}::text[])`,
      ),
    );
  }

  /** Undefined if it was sealed under another master key: what can not be opened is not there. */
  private opened(type: string, { id, value }: z.output<typeof KeyRow>): unknown {
    try {
      return JSON.parse(this.platform.secrets.open(value, this.context(type, id)), this.library.BufferJSON.reviver);
    } catch {
      return undefined;
    }
  }

  private async write(changes: Change[]): Promise<void> {
    if (changes.length === 0) return;
    const { connectionId } = this.receiver;
    const { replacer } = this.library.BufferJSON;
    const sealed = changes.map(({ type, id, value }) => ({
      type,
      id,
      value: value === null ? null : this.platform.secrets.seal(JSON.stringify(value, replacer), this.context(type, id)),
    }));
    if (this.isClosed) throw new Error('the socket of these keys has ended');
    const written = this.receiver.whileHeld((scope) =>
      scope.tx.execute(sql`
        with changes as (select * from jsonb_to_recordset(${JSON.stringify(sealed)}::jsonb) as c (type text, id text, value text)),
        removed as (
          delete from baileys_keys k
          using changes c
          where k.company_id = current_company()
            and k.connection_id = ${connectionId}
            and k.type = c.type
            and k.id = c.id
            and c.value is null)
        insert into baileys_keys (connection_id, type, id, value_sealed)
        select ${connectionId}, type, id, value
        from changes
        where value is not null
        on conflict (company_id, connection_id, type, id)
          do update set value_sealed = excluded.value_sealed, updated_at = now()`),
    );
    this.writing = Promise.allSettled([this.writing, written]);
    try {
      await written;
    } catch (error) {
      await this.onFailure(error);
      throw error;
    }
    this.writes += 1;
    for (const change of changes) this.kept.set(placeOf(change.type, change.id), change);
    crashPoint('baileys.keys');
  }

  private revived(type: string, value: unknown): unknown {
    const { AppStateSyncKeyData } = this.library.proto.Message;
    return type === 'app-state-sync-key' && typeof value === 'object' && value !== null ? AppStateSyncKeyData.fromObject(value) : value;
  }

  private context(type: string, id: string): string {
    return `baileys_keys:${this.receiver.companyId}:${this.receiver.connectionId}:${type}:${id}`;
  }
}

const isCredentials = (value: unknown): value is AuthenticationCreds =>
  typeof value === 'object' && value !== null && 'noiseKey' in value && 'signedIdentityKey' in value;

/** Everything the device knows. The next start shows a QR code. */
export async function forgetKeys(scope: Scope, connectionId: number): Promise<void> {
  await scope.tx.execute(sql`delete from baileys_keys where company_id = current_company() and connection_id = ${connectionId}`);
}
