import { contactsApi } from '@prosa/contracts/contacts';
import { type Http, mount } from '../../platform/http/http.ts';
import { separateContact } from './separate.actions.ts';

export function contactMergingRoutes(http: Http): void {
  mount(http, contactsApi.separate, 'contacts:separate', (scope, { params }) => separateContact(scope, params.id));
}
