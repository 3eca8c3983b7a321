import { createStore } from '../../platform/browser/store.ts';

/** The address somebody has just signed up with, for the login page they are sent to. */
export const suggestedEmail = createStore('');
