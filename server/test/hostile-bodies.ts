/** Bodies that cost much to read, to parse or to check, of about so many bytes. */
export type HostileBody = { name: string; type: string | undefined; isChunked?: boolean; make: (bytes: number) => string };

const json = 'application/json';
const fill = (bytes: number, open: string, part: string, close: string) =>
  open + part.repeat(Math.max(0, Math.floor((bytes - open.length - close.length) / part.length))) + close;
const keys = (bytes: number) =>
  `{${Array.from({ length: Math.floor(bytes / 18) }, (_, place) => `"k${String(place).padStart(9, '0')}":null`).join(',')}}`.slice(
    0,
    bytes,
  );
const zeros = (bytes: number) => fill(bytes, '[', '0,', '0]');
const form = (bytes: number) => fill(bytes, '--x\r\ncontent-disposition: form-data; name="email"\r\n\r\n', 'x', '\r\n--x--\r\n');

export const hostileBodies: HostileBody[] = [
  { name: 'a list of zeros', type: json, make: zeros },
  { name: 'a list of zeros in chunks', type: json, isChunked: true, make: zeros },
  { name: 'a list of empty texts', type: json, make: (bytes) => fill(bytes, '[', '"",', '""]') },
  { name: 'lists within lists', type: json, make: (bytes) => fill(bytes, '', '[', '') },
  { name: 'lists within lists that end', type: json, make: (bytes) => fill(bytes / 2, '', '[', '') + fill(bytes / 2, '', ']', '') },
  { name: 'objects within objects', type: json, make: (bytes) => fill(bytes, '', '{"a":', '') },
  { name: 'a long text', type: json, make: (bytes) => fill(bytes, '{"email":"', 'x', '"}') },
  { name: 'a text of backslashes', type: json, make: (bytes) => fill(bytes, '{"email":"', '\\\\', '"}') },
  { name: 'half letters', type: json, make: (bytes) => fill(bytes, '{"email":"', '\\ud800', '"}') },
  { name: 'many keys', type: json, make: keys },
  { name: 'prototypes', type: json, make: (bytes) => fill(bytes, '[', '{"__proto__":{}},', '{}]') },
  { name: 'something that is no JSON', type: json, make: (bytes) => fill(bytes, '', 'nada ', '') },
  { name: 'a form', type: 'multipart/form-data; boundary=x', make: form },
  { name: 'a form in chunks', type: 'multipart/form-data; boundary=x', isChunked: true, make: form },
  { name: 'fields of a form', type: 'application/x-www-form-urlencoded', make: (bytes) => fill(bytes, 'a=1', '&a=1', '') },
  { name: 'another kind', type: 'application/xml', make: (bytes) => fill(bytes, '', '<a>', '') },
  { name: 'no kind', type: undefined, make: zeros },
];
