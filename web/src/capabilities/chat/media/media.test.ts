import { describe, expect, test } from 'vitest';
import { captionOf, fileName, formatSize, limitOf, mapAddress, mediaTypeOf, pictureBox } from './media.ts';

describe('what a message carries', () => {
  test('has the name it was given, then the one in its text, then that of its address', () => {
    expect(fileName('/public/7/x9.pdf', 'oi', 'nota.pdf')).toBe('nota.pdf');
    expect(fileName('/public/7/x9.pdf', 'nota fiscal.pdf')).toBe('nota fiscal.pdf');
    expect(fileName('/public/7/x%209.pdf?s=1', 'Segue a nota')).toBe('x 9.pdf');
  });

  test('has no caption that only repeats its name, nor one that its card already says', () => {
    expect(captionOf({ body: 'nota.pdf', mediaType: 'application', mediaUrl: '/x.pdf' })).toBe('');
    expect(captionOf({ body: 'Nota', mediaType: 'application', mediaUrl: '/x.pdf', data: { fileName: 'Nota' } })).toBe('');
    expect(captionOf({ body: 'Segue', mediaType: 'image', mediaUrl: '/x.png' })).toBe('Segue');
    expect(captionOf({ body: 'https://maps…', mediaType: 'locationMessage', mediaUrl: null })).toBe('');
  });

  test('keeps its shape in a box known before it is loaded', () => {
    expect(pictureBox({ width: 800, height: 400 })).toEqual({ width: 280, height: 140 });
    expect(pictureBox({ width: 400, height: 4000 })).toEqual({ width: 96, height: 320 });
    expect(pictureBox(null)).toEqual({ width: 240, height: 180 });
  });

  test('is shown and limited by its type', () => {
    expect(mediaTypeOf('image/png')).toBe('image');
    expect(mediaTypeOf('image/svg+xml')).toBe('application');
    expect(mediaTypeOf('audio/ogg; codecs=opus')).toBe('audio');
    expect(mediaTypeOf('')).toBe('application');
    expect(limitOf('image/png')).toBe(16 * 1024 * 1024);
    expect(limitOf('video/mp4')).toBe(64 * 1024 * 1024);
    expect(limitOf('application/pdf')).toBe(100 * 1024 * 1024);
  });

  test('says its size as people do', () => {
    expect(formatSize(900, 'pt-BR')).toBe('900 B');
    expect(formatSize(20_480, 'pt-BR')).toBe('20 kB');
    expect(formatSize(1_250_000, 'pt-BR')).toBe('1,3 MB');
  });

  test('is a place on a map of another tab', () => {
    expect(mapAddress({ latitude: -22.9, longitude: -47 })).toBe('https://www.google.com/maps?q=-22.9,-47');
  });
});
