const looksLikeFile = /^[^\n/\\]{1,200}\.[a-z0-9]{1,5}$/i;

/** The name people know a file by: what the message says it is, otherwise the last part of its address. */
export function fileName(url: string, body: string): string {
  if (looksLikeFile.test(body)) return body;
  const path = url.split(/[?#]/, 1)[0] ?? '';
  const last = path.split('/').at(-1) ?? '';
  try {
    return decodeURIComponent(last) || last;
  } catch {
    return last;
  }
}

/** A body that only repeats the file's name is no caption. */
export function captionOf(body: string, mediaType: string | null, mediaUrl: string | null): string {
  return mediaType !== null && mediaUrl !== null && fileName(mediaUrl, body) === body ? '' : body;
}
