import { describe, expect, test } from 'vitest';
import type { SessionState } from '../../channels/port.ts';
import { ledgerEntries, mayBeNoted } from './ledger.rules.ts';

const now = new Date('2026-05-04T12:00:00Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);
type Last = Parameters<typeof ledgerEntries>[0];
const up: Last = { what: 'connected', why: null };
const lost: Last = { what: 'lost', why: 'noNetwork' };
const ended: Last = { what: 'ended', why: 'loggedOut' };
const told = (last: Last, state: SessionState, downSince: Date | null = null) =>
  ledgerEntries(last, state, downSince, now).map(({ what, why }) => (why ? `${what}: ${why}` : what));

describe('what a connection’s timeline tells', () => {
  test.each<[string, Last, SessionState, string[]]>([
    ['a first connection', undefined, { status: 'CONNECTED' }, ['connected']],
    ['one after an end', ended, { status: 'CONNECTED' }, ['connected']],
    ['one after an outage', lost, { status: 'CONNECTED' }, ['recovered']],
    ['the same again', up, { status: 'CONNECTED' }, []],
    ['a loss', up, { status: 'OPENING', why: 'noNetwork' }, ['lost: noNetwork']],
    ['a further attempt', lost, { status: 'OPENING', why: 'noNetwork', retries: 4 }, []],
    ['a start', up, { status: 'OPENING' }, []],
    ['a first start without network', undefined, { status: 'OPENING', why: 'noNetwork' }, []],
    ['a first QR code', undefined, { status: 'qrcode', qrcode: 'x' }, []],
    ['a QR code where there was a pairing', lost, { status: 'qrcode', qrcode: 'x' }, ['ended: loggedOut']],
    ['pairing', undefined, { status: 'PAIRING' }, []],
    ['an end', up, { status: 'DISCONNECTED', why: 'banned' }, ['ended: banned']],
    ['the same end again', ended, { status: 'DISCONNECTED', why: 'loggedOut' }, []],
    ['an end of another kind', ended, { status: 'DISCONNECTED', why: 'qrExpired' }, ['ended: qrExpired']],
    ['giving up', lost, { status: 'TIMEOUT', why: 'noNetwork' }, ['ended: noNetwork']],
    ['an end that nobody explains', up, { status: 'DISCONNECTED' }, ['ended']],
  ])('%s', (_name, last, state, expected) => {
    expect(told(last, state)).toEqual(expected);
    // What is never noted is not even looked at.
    if (!mayBeNoted(state)) expect(expected).toEqual([]);
  });

  test('a takeover is an outage only if it lasted, from the moment the connection was down', () => {
    expect(told(up, { status: 'CONNECTED' }, ago(5))).toEqual([]);
    expect(told(up, { status: 'CONNECTED' }, ago(90))).toEqual(['lost: takenOver', 'recovered']);
    expect(ledgerEntries(up, { status: 'CONNECTED' }, ago(90), now).map(({ at }) => at)).toEqual([ago(90), now]);
    expect(ledgerEntries(up, { status: 'OPENING', why: 'lost' }, ago(7), now)).toMatchObject([{ at: ago(7) }]);
  });
});
