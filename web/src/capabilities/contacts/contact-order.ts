import type { Contact } from '@prosa/contracts/contacts';

const maxKeyLength = 300;

/** As the server keeps names for sorting and searching: blind to case and accents. */
const normalize = (text: string) =>
  text
    // Sorting many marks behind one letter takes as long as their number squared.
    .slice(0, maxKeyLength)
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
const nameKey = ({ name }: Contact) => normalize(name).slice(0, 100);

/** The order of the list. */
export function byName(a: Contact, b: Contact): number {
  const [first, second] = [nameKey(a), nameKey(b)];
  return first === second ? a.id - b.id : first < second ? -1 : 1;
}

/** Whether the server's search would find the contact: any part of name, number or email. */
export function isFound({ name, number, email }: Contact, search: string): boolean {
  const typed = normalize(search.trim());
  const digits = typed.replace(/[ ().+-]/g, '');
  return `${normalize(name)}\n${number}\n${normalize(email)}`.includes(/^\d+$/.test(digits) ? digits : typed);
}
