import { transcriptsApi } from '@prosa/contracts/transcripts';
import { type Http, mount } from '../../platform/http/http.ts';
import { readTranscript } from './transcripts.queries.ts';

export function transcriptsRoutes(http: Http): void {
  mount(http, transcriptsApi.read, 'tickets:handle', (scope, { params, query }) => readTranscript(scope, params.ticketId, query.after));
}
